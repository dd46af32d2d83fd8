package io.metasched.resource.actor;

import io.metasched.resource.actor.journal.EventFold;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.owner.NodeReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * History of the local jobs of a recovered domain. The owners of such a domain started from a
 * snapshot, without the earlier local jobs. On request of a report, the timelines are therefore
 * read from the journal, and kept until the next event. Part of the domain's actor, and confined to
 * it.
 */
final class LocalRunHistory {
  private final EventLog eventLog;
  private final OwnedNodes nodes;
  private @Nullable History last;

  private static final class History {
    private final long appended;
    private final List<Consumer<NodeTimelines>> waiting = new ArrayList<>();
    private @Nullable NodeTimelines read;

    History(long appended) {
      this.appended = appended;
    }
  }

  LocalRunHistory(EventLog eventLog, OwnedNodes nodes) {
    this.eventLog = eventLog;
    this.nodes = nodes;
  }

  /** Creates the report for a command and passes it to {@code then}. */
  void report(LocalReports.Report c, Consumer<? super LocalReports.Reported> then) {
    read(
        timelines -> {
          var reports = new ArrayList<NodeReport>();
          for (int node : c.nodes()) {
            var timeline = timelines.of(node);
            timeline.advance(c.nowTick(), c.arrivedThrough());
            reports.add(timeline.book().report());
          }
          then.accept(new LocalReports.Reported(c.id(), reports));
        });
  }

  private void read(Consumer<NodeTimelines> then) {
    var known = last;
    if (known == null || known.appended != eventLog.appended()) {
      var history = new History(eventLog.appended());
      history.waiting.add(then);
      last = history;
      eventLog.readHistory(
          fold(),
          timelines -> {
            history.read = timelines;
            history.waiting.forEach(each -> each.accept(timelines));
          });
    } else if (known.read == null) {
      known.waiting.add(then);
    } else {
      then.accept(known.read);
    }
  }

  private EventFold<NodeTimelines> fold() {
    return new EventFold<>() {
      @Override
      public NodeTimelines empty() {
        return new NodeTimelines(nodes);
      }

      @Override
      public NodeTimelines apply(NodeTimelines timelines, CborSerializable event) {
        ((DomainEvent) event).changes().forEach(timelines::changed);
        return timelines;
      }
    };
  }
}
