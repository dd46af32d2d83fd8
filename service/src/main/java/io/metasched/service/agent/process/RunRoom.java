package io.metasched.service.agent.process;

import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Room on the disk of an agent. Ends runs whose folders are above their bounds, deletes folders of
 * runs that are over, the oldest first when the disk is nearly full, and then has no run start. The
 * state belongs to the executor's thread; folders are measured and deleted on threads of its own.
 */
final class RunRoom implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunRoom.class);
  private static final Duration BETWEEN_DELETIONS = Duration.ofSeconds(10);
  private static final int PATIENCE = 2; // measurements with too little room and nothing to delete
  private static final int MOST_SHARE = 10; // of the time is spent on measuring
  private static final long SMALL_SHARE = 16; // runs that hold less do not fill the disk
  private static final long MIB = 1 << 20;

  private final ExecutorSettings settings;
  private final RunFolders folders;
  private final ExecutorThread thread;
  private final SortedMap<RunId, Run> runs;
  private final BiConsumer<Run, String> end;
  private final ExecutorService measuring = worker("run-room-measure");
  private final ExecutorService deleting = worker("run-room-delete");
  private boolean isMeasuring;
  private int deletions;
  private int crowded;
  private boolean wasLow;
  private long nextNanos = System.nanoTime();
  private Instant forgot = Instant.EPOCH;

  /**
   * Creates the room of an agent.
   *
   * @param runs all that are known, as they change
   * @param end ends a run for a reason
   */
  RunRoom(
      ExecutorSettings settings,
      RunFolders folders,
      ExecutorThread thread,
      SortedMap<RunId, Run> runs,
      BiConsumer<Run, String> end) {
    this.settings = settings;
    this.folders = folders;
    this.thread = thread;
    this.runs = runs;
    this.end = end;
  }

  /** Deletes a folder or a part of one. */
  private interface Deletion {
    void run() throws IOException;
  }

  private static ExecutorService worker(String name) {
    return Executors.newSingleThreadExecutor(task -> ExecutorThread.daemon(task, name));
  }

  /** Bytes that runs leave free. */
  private long mark() {
    return Math.min(settings.bounds().freeBytes(), folders.totalBytes() / 10);
  }

  /** Returns why no run is prepared or started now, if none is. */
  Optional<String> refusal() {
    long free = folders.freeBytes();
    return free >= mark()
        ? Optional.empty()
        : Optional.of(
            "the disk of its machine has %d MiB left, and runs leave %d MiB free (keep-free)"
                .formatted(free / MIB, mark() / MIB));
  }

  /** Looks what is to be deleted and measured now. */
  void look(Instant now) {
    var refusal = refusal();
    if (refusal.isPresent() && !wasLow) {
      LOG.warn("{}: no run is started: {}", settings.folder(), refusal.get());
    }
    wasLow = refusal.isPresent();
    if (wasLow) {
      oldest().ifPresent(run -> ExecutorThread.guarded(run, () -> clear(run, now)));
    }
    if (now.isAfter(forgot.plus(BETWEEN_DELETIONS)) || now.isBefore(forgot)) {
      forgot = now;
      List.copyOf(runs.values())
          .forEach(run -> ExecutorThread.guarded(run, () -> forget(run, now)));
    }
    boolean isFilling = folders.freeBytes() < mark() / 2;
    if (!isMeasuring && (isFilling || System.nanoTime() - nextNanos >= 0)) {
      measure(wasLow);
    }
  }

  /** As long as its window may be open, a folder keeps the run from starting again. */
  private void forget(Run run, Instant now) throws IOException {
    if (run.isAcknowledged() && now.isAfter(run.spec().windowEnd().plus(settings.keep()))) {
      forget(run);
    }
  }

  private void forget(Run run) throws IOException {
    runs.remove(run.id());
    var leaving = folders.remove(run.folder());
    delete(leaving, () -> folders.delete(leaving, LOG::warn));
  }

  /**
   * The run whose output goes first. While the book is on the same disk it may not be able to
   * acknowledge anything, so that one goes that was ended for what it took.
   */
  private Optional<Run> oldest() {
    return deletions > 0
        ? Optional.empty()
        : oldest(Run::isAcknowledged)
            .or(() -> oldest(run -> run.phase() == Run.Phase.OVER && run.endedFor().isPresent()));
  }

  private Optional<Run> oldest(Predicate<Run> wanted) {
    return runs.values().stream()
        .filter(run -> wanted.test(run) && !run.folder().isCleared())
        .min(Comparator.comparing(RunRoom::end));
  }

  private static Instant end(Run run) {
    var facts = run.facts();
    var last = facts.get(facts.size() - 1);
    if (last instanceof RunFact.Ended ended) {
      return ended.at();
    }
    return last instanceof RunFact.Lost lost ? lost.at() : Instant.EPOCH;
  }

  private void clear(Run run, Instant now) throws IOException {
    if (run.isAcknowledged()
        && now.isAfter(run.spec().windowEnd().plus(settings.startTolerance()))) {
      forget(run);
    } else {
      folders.clear(run.folder());
      var cleared = run.folder().path();
      delete(cleared, () -> folders.deleteCleared(cleared));
    }
  }

  private void delete(Path leaving, Deletion deletion) {
    deletions++;
    deleting.execute(
        () -> {
          try {
            deletion.run();
          } catch (IOException | RuntimeException e) {
            LOG.warn("{}: cannot be deleted: {}", leaving, String.valueOf(e.getMessage()));
          }
          thread.later(() -> deletions--);
        });
  }

  private void measure(boolean withDeleted) {
    var running =
        runs.values().stream()
            .filter(run -> run.phase() == Run.Phase.LAUNCHED && run.endedFor().isEmpty())
            .toList();
    if (running.isEmpty()) {
      return;
    }
    isMeasuring = true;
    long every = settings.bounds().measure().toNanos();
    long from = System.nanoTime();
    measuring.execute(
        () -> {
          List<FolderSize> sizes = List.of();
          try {
            sizes = FolderSize.of(running, withDeleted, folders.isRoot());
          } catch (IOException | RuntimeException e) {
            LOG.warn("{}: cannot be measured: {}", settings.folder(), String.valueOf(e));
          }
          var found = sizes;
          thread.later(
              () -> {
                isMeasuring = false;
                long now = System.nanoTime();
                nextNanos = now + Math.max(every, MOST_SHARE * (now - from));
                judge(found);
              });
        });
  }

  /**
   * Ends runs that are above their bounds, and the largest one where the disk is nearly full, or
   * where no run can start for a while.
   */
  private void judge(List<FolderSize> sizes) {
    var running = sizes.stream().filter(size -> size.run().phase() == Run.Phase.LAUNCHED).toList();
    running.forEach(
        size -> size.above(settings.bounds()).ifPresent(why -> end.accept(size.run(), why)));
    long free = folders.freeBytes();
    boolean isCrowded = free < mark() && deletions == 0 && oldest().isEmpty();
    crowded = isCrowded ? crowded + 1 : 0;
    if (free < mark() / 2 || crowded >= PATIENCE) {
      crowded = 0;
      running.stream()
          .filter(size -> size.run().endedFor().isEmpty() && size.bytes() >= mark() / SMALL_SHARE)
          .max(Comparator.comparing(FolderSize::bytes))
          .ifPresent(
              size ->
                  end.accept(
                      size.run(),
                      "the disk of its machine had %d MiB left, and of all runs its files took most, %d MiB"
                          .formatted(free / MIB, size.bytes() / MIB)));
    }
  }

  @Override
  public void close() {
    measuring.shutdownNow();
    deleting.shutdownNow();
  }
}
