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
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disk space management of an agent: it ends runs whose folders exceed their bounds and deletes
 * folders of finished runs. When the disk is nearly full, it deletes the oldest outputs first and
 * lets no run start. The executor's thread owns the state; folders are measured and deleted on
 * separate threads.
 */
final class RunRoom implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunRoom.class);
  private static final Duration BETWEEN_DELETIONS = Duration.ofSeconds(10);
  private static final int PATIENCE = 2; // measurements with too little space and nothing to delete
  private static final int MOST_SHARE = 10; // divisor: largest share of the time spent on measuring
  private static final long LONGEST_PAUSE =
      60_000_000_000L; // bound, so that no folder delays the measurement of others
  private static final int MOST_UNMEASURED = 3; // consecutive failures
  private static final long WHEN_LOW = 1_000_000_000L;

  private final ExecutorSettings settings;
  private final RunFolders folders;
  private final ExecutorThread thread;
  private final SortedMap<RunId, Run> runs;
  private final BiConsumer<Run, String> end;
  private final ExecutorService measuring = worker("run-room-measure");
  private final ExecutorService deleting = worker("run-room-delete");
  private final ExecutorService counting = worker("run-room-count");
  private final SortedMap<RunId, Integer> unmeasured = new TreeMap<>();
  private volatile DiskRoom.Inodes inodes = new DiskRoom.Inodes(0, 0);
  private boolean isCounting;
  private long nextCount;
  private boolean isMeasuring;
  private int deletions;
  private int crowded;
  private boolean wasLow;
  private long nextNanos = System.nanoTime();
  private Instant forgot = Instant.EPOCH;

  /**
   * Creates the space management of an agent.
   *
   * @param runs live view of all known runs
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
    count();
    nextCount = System.nanoTime() + settings.bounds().measure().toNanos();
  }

  /** Deletion of a folder or a part of one. */
  private interface Deletion {
    void run() throws IOException;
  }

  private static ExecutorService worker(String name) {
    return Executors.newSingleThreadExecutor(task -> ExecutorThread.daemon(task, name));
  }

  private DiskRoom room() {
    return DiskRoom.of(folders.freeBytes(), folders.totalBytes(), inodes, settings.bounds());
  }

  /** Returns the reason why no run is prepared or started now; empty if runs are admitted. */
  Optional<String> refusal() {
    return room().refusal();
  }

  private void count() {
    try {
      inodes = folders.inodes();
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "{}: the inodes of the disk cannot be counted: {}", settings.folder(), String.valueOf(e));
    }
  }

  /** Counts inodes from time to time; each count starts a process. */
  private void countIfDue() {
    long now = System.nanoTime();
    if (isCounting || now - nextCount < 0) {
      return;
    }
    isCounting = true;
    long every = settings.bounds().measure().toNanos();
    nextCount = now + (wasLow ? Math.min(every, WHEN_LOW) : every);
    counting.execute(
        () -> {
          count();
          thread.later(() -> isCounting = false);
        });
  }

  /** Starts the deletions and measurements that are due. */
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
    countIfDue();
    if (!isMeasuring && (room().isFilling() || System.nanoTime() - nextNanos >= 0)) {
      measure(wasLow);
    }
  }

  /**
   * Deletes the folder of an acknowledged run after its retention. While the window may be open,
   * the folder prevents a second start of the run.
   */
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
   * Returns the run whose output is deleted first. If the event store is on the same full disk, no
   * run can be acknowledged; in that case, a run that was ended for its own disk usage is returned.
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
          count();
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
          Optional<List<FolderSize>> sizes = Optional.empty();
          try {
            sizes = Optional.of(FolderSize.of(running, withDeleted, folders.isRoot()));
          } catch (IOException | RuntimeException e) {
            LOG.warn("{}: cannot be measured: {}", settings.folder(), String.valueOf(e));
          }
          var found = sizes;
          thread.later(
              () -> {
                isMeasuring = false;
                long now = System.nanoTime();
                found.ifPresent(measured -> endUnmeasured(running, measured));
                long share = unmeasured.isEmpty() ? MOST_SHARE : 1;
                long pause = Math.min(LONGEST_PAUSE, share * (now - from));
                nextNanos = now + Math.max(every, pause);
                judge(found.orElse(List.of()));
              });
        });
  }

  /**
   * Ends runs whose folders repeatedly cannot be measured, because nothing else bounds their disk
   * usage.
   */
  private void endUnmeasured(List<Run> running, List<FolderSize> sizes) {
    var measured = sizes.stream().map(FolderSize::run).toList();
    unmeasured.keySet().retainAll(running.stream().map(Run::id).toList());
    for (var run : running) {
      if (measured.contains(run) || run.phase() != Run.Phase.LAUNCHED) {
        unmeasured.remove(run.id());
      } else if (unmeasured.merge(run.id(), 1, Integer::sum) >= MOST_UNMEASURED) {
        end.accept(
            run,
            ("its folder could not be measured %d times in a row: its content was moved, or"
                    + " took too long to read")
                .formatted(MOST_UNMEASURED));
      }
    }
  }

  /**
   * Ends runs above their bounds. Also ends the largest run if the disk is nearly full, or if no
   * run has been able to start for some time.
   */
  private void judge(List<FolderSize> sizes) {
    var running = sizes.stream().filter(size -> size.run().phase() == Run.Phase.LAUNCHED).toList();
    running.forEach(
        size -> size.above(settings.bounds()).ifPresent(why -> end.accept(size.run(), why)));
    var room = room();
    boolean isCrowded = room.isLow() && deletions == 0 && oldest().isEmpty();
    crowded = isCrowded ? crowded + 1 : 0;
    if (room.isFilling() || crowded >= PATIENCE) {
      crowded = 0;
      running.stream()
          .filter(size -> size.run().endedFor().isEmpty() && room.isFilledBy(size))
          .max(Comparator.comparing(room::held))
          .ifPresent(size -> end.accept(size.run(), room.why(size)));
    }
  }

  /** Waits up to 10 s after closing for the current deletion to finish. */
  void awaitEnd() throws InterruptedException {
    var unused = deleting.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    measuring.shutdownNow();
    deleting.shutdownNow();
    counting.shutdownNow();
  }
}
