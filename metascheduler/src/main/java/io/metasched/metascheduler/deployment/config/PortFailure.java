package io.metasched.metascheduler.deployment.config;

import java.util.regex.Pattern;

/** Words for a port that cannot be opened, whatever the libraries have wrapped the reason in. */
public final class PortFailure {
  private static final Pattern PLACE = Pattern.compile("^\\[[^]]*] ");

  private PortFailure() {}

  /** Returns the innermost reason without the address, such as {@code Address already in use}. */
  public static String reason(Throwable failure) {
    var cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return PLACE.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
  }
}
