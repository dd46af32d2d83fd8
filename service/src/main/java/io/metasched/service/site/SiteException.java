package io.metasched.service.site;

/** Failed call to a site; the message is one line. */
public final class SiteException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a one-line reason. */
  public SiteException(String message, Throwable cause) {
    super(message, cause);
  }
}
