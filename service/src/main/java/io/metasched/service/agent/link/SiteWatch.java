package io.metasched.service.agent.link;

import io.metasched.service.site.Site;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic reader of a site, on its own thread because calls to a site block. After each failure,
 * the reader waits twice as long as before, up to a minute. The first failure and the recovery are
 * logged.
 */
public final class SiteWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteWatch.class);
  private static final Duration HORIZON = Duration.ofDays(366);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Site site;
  private final SortedMap<String, String> names;
  private final Duration interval;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var made = new Thread(work, "site-watch");
            made.setDaemon(true);
            return made;
          });

  private final AtomicBoolean hasBegun = new AtomicBoolean();
  private volatile @Nullable Consumer<SiteCalendar> listener;
  private final AtomicReference<@Nullable CompletableFuture<Void>> requested =
      new AtomicReference<>();
  private @Nullable Future<?> next; // confined to the thread, as are the next three fields
  private Duration pause;
  private boolean hasFailed;
  private Set<String> absent = Collections.emptySet();

  /**
   * Creates a reader, which begins with {@link #start}.
   *
   * @param names name of each node at the site, by our name of the node
   * @param interval time between two readings
   */
  public SiteWatch(Site site, SortedMap<String, String> names, Duration interval, Clock clock) {
    this.site = site;
    this.names = names;
    this.interval = interval;
    this.clock = clock;
    pause = interval;
  }

  /** Begins to read; later calls have no effect. */
  public void start() {
    if (!hasBegun.getAndSet(true)) {
      thread.execute(this::read);
    }
  }

  /**
   * Requests a reading as soon as possible; requests that wait together get one reading.
   *
   * @return completed after the listener has received the calendar, or the reading has failed
   */
  CompletionStage<Void> refresh() {
    var mine = new CompletableFuture<Void>();
    var earlier = requested.compareAndExchange(null, mine);
    if (earlier != null) {
      return earlier;
    }
    try {
      thread.execute(this::read);
    } catch (RejectedExecutionException e) { // this agent ends
      mine.complete(null);
    }
    return mine;
  }

  /** Sets the only listener for calendars, which must not block. */
  void listen(Consumer<SiteCalendar> to) {
    listener = to;
  }

  private void read() {
    var request = requested.getAndSet(null);
    if (next != null) {
      next.cancel(false);
    }
    try {
      readOnce();
      if (hasFailed) {
        LOG.info("The site answers again: {}", site.description());
      }
      hasFailed = false;
      pause = interval;
    } catch (SiteException | RuntimeException | Error e) { // an Error must not end the thread
      if (!hasFailed) {
        LOG.warn("The site does not answer ({}): {}", site.description(), why(e));
      }
      hasFailed = true;
      pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
    }
    if (request != null) {
      request.complete(null);
    }
    if (!thread.isShutdown()) {
      next = thread.schedule(this::read, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void readOnce() throws SiteException {
    var now = clock.instant();
    var read = site.calendar(now, now.plus(HORIZON));
    warnOfAbsent(read);
    var to = listener;
    if (to != null) {
      to.accept(read.renamed(names));
    }
  }

  private static String why(Throwable failure) {
    return failure instanceof Error ? failure.toString() : String.valueOf(failure.getMessage());
  }

  /** Warns of nodes that the site does not have for sale, such as those of a mistyped partition. */
  private void warnOfAbsent(SiteCalendar read) {
    var now = new TreeSet<>(names.values());
    now.removeAll(read.taken().keySet());
    if (!now.isEmpty() && !now.equals(absent)) {
      LOG.warn("Not in {}, and therefore down: {}", site.description(), String.join(", ", now));
    }
    absent = now;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Stops reading; a call in progress ends by itself. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
