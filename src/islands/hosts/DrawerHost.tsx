import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { own } from '#contract/input.ts';
import { partFailed } from '#lib/shell/log.ts';
import { $drawer, closeDrawer, type Drawer, endLate } from '#lib/shell/start/dialogs.ts';
import { withLoader } from '#lib/shell/start/feedback.ts';
import { mountStyled } from '../Mount.tsx';
import { Boundary } from '../ui/controls/Boundary.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Drawer as Panel } from '../ui/Drawer.tsx';
import { type DrawerContentProps, useOpener } from '../ui/use-overlay.ts';
import { drawers } from './drawers.ts';

interface Shown {
  name: Drawer;
  Content: ComponentType<DrawerContentProps>;
  isCentred: boolean;
}

/** The last drawer stays mounted during its closing animation. */
function DrawerHost() {
  const t = useT();
  const name = useStore($drawer);
  const returnTo = useOpener(name !== null);
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let current = true;
    const row = name ? drawers[name] : undefined;
    if (name && row) {
      withLoader(Promise.all([row.load(), row.isCentred?.() ?? false])).then(
        ([Content, isCentred]) => {
          if (!current) return;
          endLate(closeDrawer);
          setShown({ name, Content, isCentred });
        },
        (reason) => {
          partFailed(reason);
          if (current) closeDrawer();
        },
      );
    }
    return () => {
      current = false;
    };
  }, [name]);
  const forget = () => {
    setShown(null);
    closeDrawer();
  };
  const title = shown ? drawers[shown.name]?.title : undefined;
  return (
    <Panel
      open={name !== null && shown?.name === name}
      onClose={closeDrawer}
      draft={shown?.name ?? null}
      returnTo={returnTo}
      title={title ? t(title) : ''}
      isCentred={shown?.isCentred ?? false}
    >
      {shown && (
        <Boundary onFailed={forget}>
          <shown.Content close={closeDrawer} />
        </Boundary>
      )}
    </Panel>
  );
}

export const mountDrawerHost = () => mountStyled(<DrawerHost />);

export function loadDrawer(name: string): Promise<unknown> {
  const row = own(drawers, name);
  return Promise.all([row?.load(), row?.isCentred?.()]);
}
