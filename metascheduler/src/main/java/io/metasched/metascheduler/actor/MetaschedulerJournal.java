package io.metasched.metascheduler.actor;

import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Metascheduler.Reply;
import io.metasched.metascheduler.actor.Metascheduler.UserReply;
import io.metasched.metascheduler.actor.MetaschedulerEvent.Counts;
import io.metasched.metascheduler.actor.MetaschedulerEvent.Opened;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.scheduling.CycleReport;
import io.metasched.metascheduler.scheduling.VoScheduler;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a metascheduler: makes events of what its commands come to, and reads the history
 * when it is asked for, as a journaled metascheduler keeps none in memory. Part of the actor, and
 * confined to it.
 */
final class MetaschedulerJournal {
  private final VoScheduler scheduler;
  private final EventLog eventLog;
  private @Nullable CycleReport reported;
  private VoHistoryFold.@Nullable History history;
  private long concluded; // commands, by this incarnation
  private long historyUntil;

  MetaschedulerJournal(
      ActorContext<Metascheduler.Command> context,
      Journal journal,
      VoScheduler scheduler,
      int cachedReplies) {
    this.scheduler = scheduler;
    var fold = VoState.fold(scheduler.rules().unlimitedAccounts(), cachedReplies);
    eventLog = EventLog.open(context, journal, fold, Metascheduler.JournalReplied::new);
  }

  /** Whether events are written. */
  boolean isKept() {
    return eventLog.isKept();
  }

  /** Takes a reply of the journal, as {@link EventLog#hear} does. */
  void hear(JournalWriter.Event reply) {
    eventLog.hear(reply);
  }

  /** A user joined; {@code then} follows once it is written. */
  void userJoined(Metascheduler.Join c, Runnable then) {
    eventLog.append(new MetaschedulerEvent.UserJoined(c.user(), c.notices()), then);
  }

  /**
   * A command was concluded; {@code then} follows once it is written.
   *
   * @param cycle the open cycle, if there is one
   */
  void concluded(
      @Nullable UserReply toUser,
      @Nullable Reply toClock,
      @Nullable Opened cycle,
      Counts counts,
      Runnable then) {
    if (!isKept()) {
      then.run();
      return;
    }
    var events = List.copyOf(scheduler.flow().history()); // the rest is forgotten
    var report = scheduler.lastReport().orElse(null);
    var changed = Objects.equals(report, reported) ? null : report;
    reported = report;
    concluded++;
    eventLog.append(
        new MetaschedulerEvent.Concluded(toUser, toClock, events, changed, cycle, counts), then);
    scheduler.forgetHistory(cycle == null);
  }

  /** Restores the scheduler as a snapshot has it. */
  void restore(MetaschedulerEvent.Snapshot from) {
    scheduler.restore(from.flow(), from.report());
    reported = from.report();
  }

  // --- history

  /** Whether the history is at hand. */
  boolean hasHistory() {
    return !isKept() || (history != null && historyUntil == concluded);
  }

  /** Reads the history, which is at hand after some reply of the journal. */
  void readHistory() {
    long until = concluded;
    eventLog.readHistory(
        new VoHistoryFold(),
        read -> {
          history = read;
          historyUntil = until;
        });
  }

  /** All that has happened to the job flow, where it is at hand. */
  List<FlowEvent> events() {
    return history == null ? scheduler.flow().history() : history.events();
  }

  /** What each cycle did, where that is at hand. */
  List<CycleReport> cycles() {
    return history == null ? scheduler.reports() : history.cycles();
  }
}
