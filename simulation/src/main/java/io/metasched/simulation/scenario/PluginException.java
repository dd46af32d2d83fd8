package io.metasched.simulation.scenario;

import org.jspecify.annotations.Nullable;

/** A plug-in has failed: which jar, which policy, in which step, and how, in one line. */
public final class PluginException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** An exception with that line, and what the plug-in threw, if it did. */
  PluginException(String line, @Nullable Throwable cause) {
    super(line, cause);
  }
}
