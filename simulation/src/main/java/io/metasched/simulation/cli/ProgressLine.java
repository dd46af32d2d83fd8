package io.metasched.simulation.cli;

import io.metasched.simulation.kernel.Progress;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error where that is a terminal; silent elsewhere. */
final class ProgressLine implements Progress, AutoCloseable {
  private final boolean shown = Boolean.getBoolean("metasched.terminal");
  private final int policies;
  private @Nullable ProgressBar bar;
  private String policy = "";
  private int policiesBegun;

  ProgressLine(int policies) {
    this.policies = policies;
  }

  @Override
  public void advanced(String name, long done, long expected) {
    if (!shown) {
      return;
    }
    if (bar == null || !policy.equals(name)) {
      end();
      policy = name;
      policiesBegun++;
      var task = "%s (%d of %d)".formatted(name, policiesBegun, policies);
      bar =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setInitialMax(expected)
              .setUpdateIntervalMillis(100)
              .clearDisplayOnFinish()
              .build();
    }
    bar.stepTo(done);
  }

  @Override
  public void close() {
    end();
  }

  /** Takes the bar away. */
  void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
