package io.metasched.service.config;

/** Invalid configuration; the message has the key, the allowed values and the given value. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with a one-line message. */
  public SettingsException(String message) {
    super(message);
  }
}
