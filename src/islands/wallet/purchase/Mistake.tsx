/** Error below a field, which refers to it by `id`. */
export function Mistake({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="mt-1.5 font-medium text-danger text-sm">
      {children}
    </p>
  );
}
