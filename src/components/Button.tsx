import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** primary: the one filled button of a view · soft: lapis tint, repeated actions · ghost: text only · plain: grey · danger. */
  variant?: 'primary' | 'soft' | 'ghost' | 'plain' | 'danger';
  size?: 'large' | 'small';
  /** As wide as its container. */
  block?: boolean;
  /** Work is going on: the width stays, a spinner shows, taps do nothing, the button keeps its focus. */
  loading?: boolean;
  icon?: ReactNode;
  /** Makes it a link of the same look, e.g. `#/pages/my/my`. */
  href?: string;
  ref?: Ref<HTMLButtonElement>;
}

function classes({ variant = 'primary', size = 'large', block, loading, className }: ButtonProps): string {
  return [
    styles['button'],
    styles[variant],
    styles[size],
    block && styles['block'],
    loading && styles['loading'],
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A push button; `type` is `button` unless given. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    block,
    loading = false,
    icon,
    href,
    children,
    className,
    onClick,
    type = 'button',
    disabled,
    ref,
    ...rest
  } = props;
  const content = (
    <>
      <span className={styles['content']}>
        {icon}
        <span>{children}</span>
      </span>
      {loading && <LoaderCircle className={styles['spinner']} size={20} aria-hidden="true" />}
    </>
  );
  const look = classes({ variant, size, block, loading, className });
  if (href !== undefined && !disabled) {
    return (
      <a className={look} href={href}>
        {content}
      </a>
    );
  }
  return (
    <button
      {...rest}
      ref={ref}
      // A submit button that works must not submit again.
      type={loading ? 'button' : type}
      className={look}
      disabled={disabled}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
    >
      {content}
    </button>
  );
}
