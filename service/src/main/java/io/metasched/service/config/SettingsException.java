package io.metasched.service.config;

/** The configuration cannot be used; the message says where, what is allowed and what was given. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A message of one line. */
  public SettingsException(String message) {
    super(message);
  }
}
