package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ReceiveBuilder;
import io.metasched.resource.actor.DomainOperation.Answer;
import io.metasched.resource.actor.DomainOperation.Step;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeReport;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Protocol for the reports of local jobs. A report does not change the book, so nothing is written:
 * after a recovery, owners recompute their local jobs from the time alone. Part of the domain's
 * actor, and confined to it.
 */
public final class LocalReports {
  /**
   * Maximum number of local jobs in a reply, unless the reply has only one node and that node has
   * more.
   */
  public static final int JOBS_AT_ONCE = 20_000; // far below the limit of a message

  /**
   * Query for the local jobs of nodes until a tick. Answered by {@link Reported}.
   *
   * @param afterArrivals whether local jobs that arrive at {@code nowTick} count
   */
  public record Report(
      CommandId id,
      List<Integer> nodes,
      long nowTick,
      boolean afterArrivals,
      ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public Report {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
      Require.tick("nowTick", nowTick);
    }

    /** Returns the last tick whose local jobs count. */
    long arrivedThrough() {
      return afterArrivals ? nowTick : nowTick - 1;
    }
  }

  /**
   * Local jobs of the first nodes of the query, in the query's order. Contains at least one node,
   * and at most the nodes that fit into a message.
   */
  public record Reported(CommandId id, List<NodeReport> nodes) implements Domain.Reply {
    public Reported {
      nodes = List.copyOf(nodes);
    }

    Reported fitting() {
      long jobs = 0;
      for (int i = 0; i < nodes.size(); i++) {
        jobs += nodes.get(i).jobs();
        if (jobs > JOBS_AT_ONCE && i > 0) {
          return new Reported(id, nodes.subList(0, i));
        }
      }
      return this;
    }
  }

  private final EventLog eventLog;
  private final LocalRunHistory history;
  private boolean hasRecovered;

  LocalReports(EventLog eventLog, OwnedNodes nodes) {
    this.eventLog = eventLog;
    history = new LocalRunHistory(eventLog, nodes);
  }

  /** Records that the owners recovered from a snapshot, without the earlier local jobs. */
  void restore(DomainEvent.Snapshot from) {
    hasRecovered = !from.owners().isEmpty();
  }

  /** Adds the handler of the query. */
  void handle(ReceiveBuilder<Domain.Command> commands, OperationExecutor executor) {
    commands.onMessage(Report.class, c -> executor.take(c, c.nodes(), () -> report(c)));
  }

  private Step report(Report c) {
    Function<NodeOwner.Reported, NodeReport> ofNode =
        each -> new NodeReport(each.node(), each.localRuns(), each.waitingLocalJobs());
    return DomainOperation.ask(
        c.id(),
        c.nodes(),
        (id, to) -> new NodeOwner.Report(id, c.nowTick(), c.afterArrivals(), to),
        answers -> {
          var reports = DomainOperation.all(NodeOwner.Reported.class, answers);
          var reported = new Reported(c.id(), reports.stream().map(ofNode).toList());
          return new Answer(then -> answer(c, reported, then));
        });
  }

  private void answer(Report c, Reported reported, Consumer<? super Reported> then) {
    if (hasRecovered) {
      history.report(c, complete -> then.accept(complete.fitting()));
    } else {
      eventLog.whenWritten(() -> then.accept(reported.fitting()));
    }
  }
}
