package io.metasched.service.agent.process;

import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunId;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Reader of the output of runs, on a thread of its own: large output, a slow disk and actions that
 * use the result must not delay starts of runs.
 *
 * @param owner thread that owns the runs
 * @param reader thread that reads their output
 */
record OutputReader(ExecutorThread owner, ExecutorThread reader) {
  private static final int MOST_PIECE = 1 << 20;

  /**
   * Output of a run.
   *
   * @param isOver whether the run has ended, so that its output is complete
   */
  record Source(RunFolder folder, boolean isOver) {}

  /**
   * Reads a piece of output.
   *
   * @param find returns the output of a run; called on the owner's thread; empty for an unknown run
   */
  CompletionStage<OutputChunk> read(
      RunId id,
      Function<RunId, Optional<Source>> find,
      OutputStreamName stream,
      long offset,
      int length) {
    Callable<Source> found =
        () -> {
          if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("allowed are offsets from 0 and lengths from 1");
          }
          return find.apply(id)
              .orElseThrow(() -> new IllegalArgumentException("unknown run " + id));
        };
    int most = Math.min(length, MOST_PIECE);
    var result = new CompletableFuture<OutputChunk>();
    var unused =
        owner
            .answer(found)
            .whenComplete(
                (source, failure) -> {
                  if (failure == null) {
                    reader.answer(
                        () -> source.folder().output(stream, offset, most, source.isOver()),
                        result);
                  } else {
                    result.completeExceptionally(failure);
                  }
                });
    return result;
  }
}
