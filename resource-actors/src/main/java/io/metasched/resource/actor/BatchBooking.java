package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ReceiveBuilder;
import io.metasched.resource.actor.DomainOperation.Addressed;
import io.metasched.resource.actor.DomainOperation.Ask;
import io.metasched.resource.actor.DomainOperation.Conclude;
import io.metasched.resource.actor.DomainOperation.Order;
import io.metasched.resource.actor.DomainOperation.Step;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Protocol for the bookings of several jobs in a domain at once: commands that hold the windows of
 * a plan, settle them, and end parts; and the rounds of these commands. If several orders of a
 * command concern one node, the node gets one of them in each round. Part of the domain's actor.
 */
public final class BatchBooking {

  /**
   * Request to hold parts for several jobs, in the order of the windows. Answered by {@link
   * WindowsDone}: the domain holds all windows that are not refused. Parts held for a refused
   * window stay held until they are released or expire.
   *
   * @param windows at least one, each of another job
   */
  public record HoldWindows(
      CommandId id,
      List<WindowParts> windows,
      long nowTick,
      long lapseTick,
      ActorRef<Domain.Reply> replyTo)
      implements Domain.Request, Domain.BatchableCommand {
    public HoldWindows {
      windows = List.copyOf(windows);
      Require.differentJobs(windows.stream().map(WindowParts::job).toList());
      Require.lapse(nowTick, lapseTick);
    }

    @Override
    public HoldWindows answeredTo(ActorRef<Domain.Reply> other) {
      return new HoldWindows(id, windows, nowTick, lapseTick, other);
    }

    List<Integer> nodes() {
      var parts = windows.stream().flatMap(window -> window.parts().stream());
      return parts.map(HeldPart::node).distinct().toList();
    }
  }

  /**
   * Request to turn holds of some jobs into bookings, and to release the holds of other jobs, if
   * there are any. Answered by {@link WindowsDone}. If an owner refuses to commit or has
   * terminated, the other owners commit nevertheless, and the issuer ends the job on the nodes that
   * booked it.
   *
   * @param committed windows whose holds become bookings
   * @param released windows whose holds are released; together with the committed ones at least
   *     one, each of another job
   */
  public record SettleWindows(
      CommandId id,
      List<WindowNodes> committed,
      List<WindowNodes> released,
      long nowTick,
      ActorRef<Domain.Reply> replyTo)
      implements Domain.Request, Domain.BatchableCommand {
    public SettleWindows {
      committed = List.copyOf(committed);
      released = List.copyOf(released);
      var all = Domain.both(committed, released);
      Require.differentJobs(all.stream().map(WindowNodes::job).toList());
      Require.tick("nowTick", nowTick);
    }

    @Override
    public SettleWindows answeredTo(ActorRef<Domain.Reply> other) {
      return new SettleWindows(id, committed, released, nowTick, other);
    }

    List<Integer> nodes() {
      var all = Domain.both(committed, released).stream();
      return all.flatMap(window -> window.nodes().stream()).distinct().toList();
    }
  }

  /**
   * Report that parts of jobs have ended, each at its own tick; the remaining time of the parts is
   * released.
   *
   * @param parts at least one; parts of one node are in the order of their ticks
   */
  public record EndParts(CommandId id, List<EndedPart> parts, ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public EndParts {
      parts = List.copyOf(parts);
      Require.atLeast("parts", 1, parts.size());
    }

    List<Integer> nodes() {
      return parts.stream().map(EndedPart::node).distinct().toList();
    }
  }

  /**
   * Confirmation that all windows are held, or settled, except the refused ones.
   *
   * @param refused for each refused window, the refusal of the first of its nodes, in order, that
   *     refused
   */
  public record WindowsDone(CommandId id, List<WindowRefusal> refused) implements Domain.Reply {
    public WindowsDone {
      refused = List.copyOf(refused);
    }
  }

  private final OperationExecutor executor;
  private final OfferCache offers;

  BatchBooking(OperationExecutor executor, OfferCache offers) {
    this.executor = executor;
    this.offers = offers;
  }

  /** Adds the handlers of the commands. */
  void handle(ReceiveBuilder<Domain.Command> commands) {
    commands
        .onMessage(HoldWindows.class, c -> executor.take(c, c.nodes(), () -> hold(c)))
        .onMessage(SettleWindows.class, c -> executor.take(c, c.nodes(), () -> settle(c)))
        .onMessage(EndParts.class, c -> executor.take(c, c.nodes(), () -> end(c)));
  }

  /** Holds parts in the order of the windows. */
  private Step hold(HoldWindows c) {
    var jobs = new ArrayList<JobId>();
    var orders = new ArrayList<Addressed>();
    for (var window : c.windows()) {
      for (var part : window.parts()) {
        jobs.add(window.job());
        orders.add(Addressed.hold(window.job(), part, c.nowTick(), c.lapseTick()));
      }
    }
    return askInTurn(
        orders,
        answers -> {
          for (int i = 0; i < jobs.size(); i++) {
            if (answers.get(i) instanceof NodeOwner.Refused refused) {
              offers.refused(jobs.get(i), refused);
            }
          }
          return windowsDone(c.id(), jobs, answers);
        });
  }

  /**
   * Commits some windows and releases others; it is not a failure if the owner of a released part
   * has terminated.
   */
  private static Step settle(SettleWindows c) {
    var jobs = new ArrayList<JobId>();
    var orders = new ArrayList<Addressed>();
    for (var window : c.committed()) {
      Order order = (id, to) -> new NodeOwner.Commit(id, window.job(), c.nowTick(), to);
      for (int node : window.nodes()) {
        jobs.add(window.job());
        orders.add(new Addressed(node, order));
      }
    }
    for (var window : c.released()) {
      Order order = (id, to) -> new NodeOwner.Release(id, window.job(), c.nowTick(), to);
      window.nodes().forEach(node -> orders.add(new Addressed(node, order)));
    }
    return askInTurn(orders, answers -> windowsDone(c.id(), jobs, answers));
  }

  /**
   * Returns the first refusal of each of the jobs. The replies to orders for other jobs are the
   * last in the list and are ignored.
   */
  private static Step windowsDone(CommandId id, List<JobId> jobs, List<NodeOwner.Reply> answers) {
    DomainOperation.requireTaken(id, answers);
    var refused = new TreeMap<JobId, WindowRefusal>();
    for (int i = 0; i < jobs.size(); i++) {
      if (answers.get(i) instanceof NodeOwner.Refused no) {
        refused.putIfAbsent(jobs.get(i), new WindowRefusal(jobs.get(i), no.node(), no.reason()));
      }
    }
    return new Conclude(new WindowsDone(id, List.copyOf(refused.values())));
  }

  private static Step end(EndParts c) {
    var orders = new ArrayList<Addressed>();
    for (var part : c.parts()) {
      Order order = (id, to) -> new NodeOwner.End(id, part.job(), part.tick(), false, to);
      orders.add(new Addressed(part.node(), order));
    }
    return askInTurn(
        orders,
        answers ->
            DomainOperation.unlessRefused(c.id(), answers, () -> DomainOperation.done(c.id())));
  }

  /**
   * Sends orders, several to one node in separate rounds; the replies are in the order of the
   * orders.
   */
  private static Step askInTurn(
      List<Addressed> orders, Function<List<NodeOwner.Reply>, Step> then) {
    var rounds = new ArrayList<List<Integer>>();
    var roundsOf = new TreeMap<Integer, Integer>();
    for (int i = 0; i < orders.size(); i++) {
      int round = roundsOf.merge(orders.get(i).node(), 1, Integer::sum) - 1;
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>());
      }
      rounds.get(round).add(i);
    }
    return askRound(orders, rounds, 0, new NodeOwner.Reply[orders.size()], then);
  }

  private static Step askRound(
      List<Addressed> orders,
      List<List<Integer>> rounds,
      int at,
      NodeOwner.Reply[] answers,
      Function<List<NodeOwner.Reply>, Step> then) {
    if (at == rounds.size()) {
      return then.apply(List.of(answers));
    }
    var asked = rounds.get(at);
    return new Ask(
        asked.stream().map(orders::get).toList(),
        replies -> {
          for (int i = 0; i < asked.size(); i++) {
            answers[asked.get(i)] = replies.get(i);
          }
          return askRound(orders, rounds, at + 1, answers, then);
        });
  }
}
