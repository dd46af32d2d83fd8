package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.Concluded;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.Counts;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.Notified;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.Opened;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.Snapshot;
import io.metasched.metascheduler.cyclic.actor.MetaschedulerEvent.UserJoined;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.cyclic.scheduling.CycleReport;
import io.metasched.metascheduler.cyclic.scheduling.VoRules;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.StateFold;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State of a metascheduler as the fold of its events, without history: without past events and
 * without jobs that are done. Confined to one thread.
 */
final class VoState {
  private final JobFlow flow;
  private final CommandReplies answers;
  private final TreeMap<Integer, ActorRef<VoUser.Command>> users = new TreeMap<>();
  private final TreeMap<Integer, Integer> notified = new TreeMap<>();
  private @Nullable CycleReport report;
  private @Nullable Opened cycle;
  private Counts counts = Counts.NONE;

  private VoState(VoRules rules, int cachedReplies) {
    flow = rules.flow();
    answers = new CommandReplies(cachedReplies);
  }

  /**
   * Returns the fold that leads to the state.
   *
   * @param rules rules of the organization
   * @param cachedReplies number of replies cached
   */
  static StateFold<VoState> fold(VoRules rules, int cachedReplies) {
    Supplier<VoState> none = () -> new VoState(rules, cachedReplies);
    return new StateFold<>() {
      @Override
      public VoState empty() {
        return none.get();
      }

      @Override
      public VoState apply(VoState state, CborSerializable event) {
        state.apply((MetaschedulerEvent) event);
        return state;
      }

      @Override
      public CborSerializable snapshot(VoState state) {
        return state.snapshot();
      }

      @Override
      public VoState restored(CborSerializable snapshot) {
        var state = none.get();
        state.restore((Snapshot) snapshot);
        return state;
      }
    };
  }

  private void apply(MetaschedulerEvent event) {
    if (event instanceof UserJoined joined) {
      users.put(joined.user(), joined.notices());
    } else if (event instanceof Concluded concluded) {
      apply(concluded);
    }
  }

  private void apply(Concluded concluded) {
    for (var event : concluded.events()) {
      flow.record(event);
      UserNotifications.of(event, flow)
          .ifPresent(note -> notified.merge(note.user(), 1, Integer::sum));
    }
    answers.recall(concluded);
    if (concluded.report() != null) {
      report = concluded.report();
    }
    cycle = concluded.cycle();
    counts = concluded.counts();
    flow.forgetHistory();
    if (cycle == null) {
      flow.forgetDoneJobs();
    }
  }

  private Snapshot snapshot() {
    var joined = new ArrayList<UserJoined>();
    users.forEach((user, notices) -> joined.add(new UserJoined(user, notices)));
    var notices = new ArrayList<Notified>();
    notified.forEach((user, count) -> notices.add(new Notified(user, count)));
    return new Snapshot(flow.snapshot(), report, cycle, counts, joined, notices, answers.all());
  }

  private void restore(Snapshot from) {
    flow.restore(from.flow());
    report = from.report();
    cycle = from.cycle();
    counts = from.counts();
    from.users().forEach(joined -> users.put(joined.user(), joined.notices()));
    from.notified().forEach(each -> notified.put(each.user(), each.notices()));
    answers.restore(from.answers());
  }
}
