export const metadata = { title: 'Performers' };

export default function Layout({ children }) {
  return (
    <html lang="nl-NL">
      <body>{children}</body>
    </html>
  );
}
