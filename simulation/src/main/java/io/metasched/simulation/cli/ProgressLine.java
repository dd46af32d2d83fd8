package io.metasched.simulation.cli;

import io.metasched.simulation.kernel.Progress;
import java.util.LinkedHashMap;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Progress bar on standard error if that is a terminal; silent otherwise. It shows the progress of
 * all policies together, and the policies that are running. Runs of several threads may notify it.
 */
public final class ProgressLine implements Progress, AutoCloseable {
  private static final int STEPS = 1000; // per policy

  private final boolean shown = Boolean.getBoolean("metasched.terminal");
  private final int policies;
  private final Map<String, Long> steps = new LinkedHashMap<>(); // steps done, by policy
  private @Nullable ProgressBar bar;

  /** Creates a progress line for a number of policies. */
  public ProgressLine(int policies) {
    this.policies = policies;
  }

  @Override
  public synchronized void advanced(String name, long done, long expected) {
    if (!shown) {
      return;
    }
    steps.merge(name, Math.min(STEPS, STEPS * done / Math.max(1, expected)), Math::max);
    var known = bar;
    if (known == null) {
      known =
          new ProgressBarBuilder()
              .setInitialMax((long) STEPS * policies)
              .setUpdateIntervalMillis(100)
              .clearDisplayOnFinish()
              .build();
      bar = known;
    }
    known.setExtraMessage(" " + message());
    known.stepTo(steps.values().stream().mapToLong(Long::longValue).sum());
  }

  /** Returns the running policies and the number of policies that have begun. */
  private String message() {
    var running = new StringBuilder();
    steps.forEach(
        (name, done) -> {
          if (done < STEPS) {
            running.append(running.isEmpty() ? "" : ", ").append(name);
          }
        });
    return "%s (%d of %d)".formatted(running, steps.size(), policies);
  }

  @Override
  public void close() {
    end();
  }

  /** Removes the bar. */
  synchronized void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
