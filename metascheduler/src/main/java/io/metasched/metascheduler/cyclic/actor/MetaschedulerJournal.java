package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Reply;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserReply;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.Counts;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.Opened;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Journal of a metascheduler. It writes events of the results of commands, and reads the history on
 * request, because a journaled metascheduler does not keep the history in memory. Part of the
 * actor, and confined to it.
 */
final class MetaschedulerJournal {
  private final VoScheduler scheduler;
  private final EventLog eventLog;
  private @Nullable CycleReport reported;
  private VoHistoryFold.@Nullable History history;
  private long concluded; // number of commands concluded by this incarnation
  private long historyUntil;

  MetaschedulerJournal(
      ActorContext<Metascheduler.Command> context,
      Journal journal,
      VoScheduler scheduler,
      int cachedReplies) {
    this.scheduler = scheduler;
    var fold = VoState.fold(scheduler.rules(), cachedReplies);
    eventLog = EventLog.open(context, journal, fold, Metascheduler.JournalReplied::new);
  }

  /** Returns whether events are written. */
  boolean isJournaled() {
    return eventLog.isJournaled();
  }

  /** Processes a reply of the journal, as {@link EventLog#onReply} does. */
  void onReply(JournalWriter.Event reply) {
    eventLog.onReply(reply);
  }

  /** Writes that a user joined; {@code then} runs after the event is written. */
  void userJoined(Metascheduler.Join c, Runnable then) {
    eventLog.append(new MetaschedulerEvent.UserJoined(c.user(), c.notices()), then);
  }

  /**
   * Writes that a command was concluded; {@code then} runs after the event is written.
   *
   * @param cycle the open cycle, if there is one
   */
  void concluded(
      @Nullable UserReply toUser,
      @Nullable Reply toClock,
      @Nullable Opened cycle,
      Counts counts,
      Runnable then) {
    if (!isJournaled()) {
      then.run();
      return;
    }
    var events = List.copyOf(scheduler.flow().history()); // earlier events are dropped
    var report = scheduler.lastReport().orElse(null);
    var changed = Objects.equals(report, reported) ? null : report;
    reported = report;
    concluded++;
    eventLog.append(
        new MetaschedulerEvent.Concluded(toUser, toClock, events, changed, cycle, counts), then);
    scheduler.forgetHistory(cycle == null);
  }

  /** Restores the scheduler from a snapshot. */
  void restore(MetaschedulerEvent.Snapshot from) {
    scheduler.restore(from.flow(), from.report());
    reported = from.report();
  }

  // --- history

  /** Returns whether the history is in memory. */
  boolean hasHistory() {
    return !isJournaled() || (history != null && historyUntil == concluded);
  }

  /** Begins to read the history, which is in memory after a later reply of the journal. */
  void readHistory() {
    long until = concluded;
    eventLog.readHistory(
        new VoHistoryFold(),
        read -> {
          history = read;
          historyUntil = until;
        });
  }

  /** Returns all events of the job flow, if they are in memory. */
  List<FlowEvent> events() {
    return history == null ? scheduler.flow().history() : history.events();
  }

  /** Returns up to {@code mostEvents} events from an event on, if they are in memory. */
  Metascheduler.HistoryPage page(CommandId id, int from, int mostEvents) {
    var history = events();
    int first = Math.min(from, history.size());
    int after = (int) Math.min((long) first + mostEvents, history.size());
    return new Metascheduler.HistoryPage(id, history.subList(first, after), after < history.size());
  }

  /** Returns the reports of all cycles, if they are in memory. */
  List<CycleReport> cycles() {
    return history == null ? scheduler.reports() : history.cycles();
  }
}
