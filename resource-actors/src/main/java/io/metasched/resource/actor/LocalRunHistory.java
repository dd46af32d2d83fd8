package io.metasched.resource.actor;

import io.metasched.resource.actor.journal.EventFold;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.owner.LocalRuns;
import io.metasched.resource.owner.NodeEvent.LocalJobPlaced;
import io.metasched.resource.owner.NodeReport;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the local jobs of a journaled domain have got their places. Its owners forget that, and so
 * it is read from the journal when a report is wanted, and kept until something else happens. Part
 * of the domain's actor, and confined to it.
 */
final class LocalRunHistory {
  private final EventLog eventLog;
  private @Nullable Runs last;

  private static final class Runs {
    private final long appended;
    private final List<Consumer<Runs>> waiting = new ArrayList<>();
    private final TreeMap<Integer, LocalRuns> byNode = new TreeMap<>();
    private boolean isRead;

    Runs(long appended) {
      this.appended = appended;
    }
  }

  LocalRunHistory(EventLog eventLog) {
    this.eventLog = eventLog;
  }

  /** Completes reports of nodes, which know of the jobs that wait alone. */
  void complete(Domain.Reported waiting, Consumer<Domain.Reported> then) {
    read(
        runs -> {
          var reports = new ArrayList<NodeReport>();
          for (var node : waiting.nodes()) {
            var placed = runs.byNode.getOrDefault(node.node(), new LocalRuns());
            reports.add(new NodeReport(node.node(), placed, node.waitingLocalJobs()));
          }
          then.accept(new Domain.Reported(waiting.id(), reports));
        });
  }

  private void read(Consumer<Runs> then) {
    var known = last;
    if (known != null && known.appended == eventLog.appended()) {
      if (known.isRead) {
        then.accept(known);
      } else {
        known.waiting.add(then);
      }
      return;
    }
    var runs = new Runs(eventLog.appended());
    last = runs;
    runs.waiting.add(then);
    eventLog.readHistory(
        fold(),
        byNode -> {
          runs.byNode.putAll(byNode);
          runs.isRead = true;
          runs.waiting.forEach(each -> each.accept(runs));
        });
  }

  private static EventFold<SortedMap<Integer, LocalRuns>> fold() {
    return new EventFold<>() {
      @Override
      public SortedMap<Integer, LocalRuns> empty() {
        return new TreeMap<>();
      }

      @Override
      public SortedMap<Integer, LocalRuns> apply(
          SortedMap<Integer, LocalRuns> runs, CborSerializable event) {
        for (var change : ((DomainEvent) event).changes()) {
          for (var each : change.events()) {
            if (each instanceof LocalJobPlaced placed) {
              runs.computeIfAbsent(change.node(), node -> new LocalRuns()).add(placed.run());
            }
          }
        }
        return runs;
      }
    };
  }
}
