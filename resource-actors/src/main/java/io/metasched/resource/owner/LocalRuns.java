package io.metasched.resource.owner;

import io.metasched.resource.model.Span;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Placed local jobs, in the order of placement: a list of {@link LocalRun}s that are created on
 * access. To save memory, each job takes four numbers of an array, because each of many nodes may
 * have a dozen jobs. The list only grows, until all jobs are dropped. Confined to one thread.
 */
public final class LocalRuns extends AbstractList<LocalRun> {
  private static final int WIDTH = 4;
  private static final int NUMBER = 0; // twice the job's number, plus one if it was planned
  private static final int ARRIVAL = 1;
  private static final int START = 2;
  private static final int LENGTH = 3;
  private static final long[] NONE = {};

  private long[] numbers = NONE;
  private int size;

  public LocalRuns() {}

  /**
   * Returns an unmodifiable copy without spare capacity.
   *
   * @throws IllegalArgumentException if a span is not as long as its job
   */
  static List<LocalRun> copyOf(Collection<LocalRun> runs) {
    var copy = new LocalRuns();
    if (!runs.isEmpty()) {
      copy.numbers = new long[WIDTH * runs.size()];
      copy.addAll(runs);
    }
    return Collections.unmodifiableList(copy);
  }

  /**
   * Adds a run.
   *
   * @throws IllegalArgumentException if the span is not as long as the job
   */
  @Override
  public boolean add(LocalRun run) {
    var job = run.job();
    if (run.span().lengthTicks() != job.lengthTicks()) {
      throw new IllegalArgumentException(
          "%s does not have the length of %s".formatted(run.span(), job));
    }
    int at = WIDTH * size;
    if (at == numbers.length) {
      numbers = Arrays.copyOf(numbers, at + WIDTH * Math.max(2, size / 4));
    }
    numbers[at + NUMBER] = 2 * job.number() + (run.planned() ? 1 : 0);
    numbers[at + ARRIVAL] = job.arrivalTick();
    numbers[at + START] = run.span().start();
    numbers[at + LENGTH] = job.lengthTicks();
    size++;
    return true;
  }

  @Override
  public LocalRun get(int index) {
    int at = WIDTH * Objects.checkIndex(index, size);
    long length = numbers[at + LENGTH];
    var job = new LocalJob(numbers[at + NUMBER] >> 1, numbers[at + ARRIVAL], length);
    boolean planned = (numbers[at + NUMBER] & 1) == 1;
    return new LocalRun(job, Span.of(numbers[at + START], length), planned);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void clear() {
    numbers = NONE;
    size = 0;
  }
}
