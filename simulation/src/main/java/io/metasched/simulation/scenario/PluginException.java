package io.metasched.simulation.scenario;

import org.jspecify.annotations.Nullable;

/**
 * Failure of a plug-in. The message has one line with the jar, the policy, the step and the cause.
 */
public final class PluginException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with the given line and the plug-in's exception, if the plug-in threw one.
   */
  PluginException(String line, @Nullable Throwable cause) {
    super(line, cause);
  }
}
