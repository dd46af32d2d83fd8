package io.metasched.simulation.kernel;

import java.util.concurrent.CancellationException;

/** Single-threaded driver: performs one step after another until a run is over. */
public final class EngineLoop {
  /** Name of this driver. */
  public static final String NAME = "engine";

  private EngineLoop() {}

  /**
   * Runs a model to its end.
   *
   * @param version version of the program, for the title
   * @throws CancellationException if the thread is interrupted
   */
  public static <S, R> R run(RunModel<S, R> model, String version) {
    for (var due = model.next(); due.isPresent(); due = model.next()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted");
      }
      model.perform(due.get().step(), due.get().tick());
    }
    return model.tables(NAME, version);
  }
}
