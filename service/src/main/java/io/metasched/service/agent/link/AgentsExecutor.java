package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.Machine;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteCalendar;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Executor that runs jobs by agents in separate JVMs. Thread-safe. */
public final class AgentsExecutor implements RunExecutor {
  private final FactListeners listeners = new FactListeners();
  private final List<Consumer<SiteCalendar>> siteListeners = new CopyOnWriteArrayList<>();
  private final ActorRef<DeskCommand> desk;
  private final SiteBooking sites;

  private AgentsExecutor(
      ActorSystem<?> system,
      DeskSettings settings,
      Map<String, List<String>> awaited,
      Clock clock) {
    desk =
        Link.openDesk(
            system,
            listeners,
            calendar -> siteListeners.forEach(each -> each.accept(calendar)),
            settings,
            awaited,
            clock);
    sites = new AgentSites(desk);
  }

  /**
   * Begins to listen to agents through the remoting of an actor system, whose name must be {@link
   * Link#SYSTEM}. An actor system has at most one such executor.
   *
   * @param awaited nodes of each domain that agents are expected to offer, for the log
   */
  public static AgentsExecutor open(
      ActorSystem<?> system,
      DeskSettings settings,
      Map<String, List<String>> awaited,
      Clock clock) {
    return new AgentsExecutor(system, settings, awaited, clock);
  }

  /** Returns the receiver of heartbeats from agents in this JVM. */
  public ActorRef<DeskCommand> desk() {
    return desk;
  }

  /** Returns the agents that have reported since this JVM was started. */
  public CompletionStage<List<AgentView>> agents() {
    var views = new CompletableFuture<List<AgentView>>();
    desk.tell(new DeskCommand.Show(views));
    return views;
  }

  @Override
  public CompletionStage<Void> prepare(RunSpec spec) {
    var order = new AgentOrder.Prepare(spec, spec.digest());
    return give(Optional.of(spec.node()), order).thenAccept(done -> {});
  }

  @Override
  public CompletionStage<Void> start(RunId id, Instant at) {
    return done(new AgentOrder.Start(id, at));
  }

  @Override
  public CompletionStage<Void> cancel(RunId id, String cause) {
    return done(new AgentOrder.Cancel(id, cause));
  }

  @Override
  public CompletionStage<Void> signal(RunId id, String name) {
    return done(new AgentOrder.Signal(id, name));
  }

  @Override
  public CompletionStage<Void> acknowledge(RunId id) {
    return done(new AgentOrder.Acknowledge(id));
  }

  private CompletionStage<Void> done(AgentOrder order) {
    return give(Optional.empty(), order).thenAccept(done -> {});
  }

  private CompletionStage<OrderReply> give(Optional<String> node, AgentOrder order) {
    var reply = new CompletableFuture<OrderReply>();
    desk.tell(new DeskCommand.Give(node, order, reply));
    return reply;
  }

  @Override
  public CompletionStage<List<RunFact>> runs() {
    var replies = new CompletableFuture<List<OrderReply>>();
    desk.tell(new DeskCommand.GiveAll(new AgentOrder.TellAll(), replies));
    return replies.thenApply(
        all -> {
          var facts = new ArrayList<RunFact>();
          for (var reply : all) {
            if (reply instanceof OrderReply.Facts some) {
              facts.addAll(some.facts());
            }
          }
          return facts;
        });
  }

  @Override
  public CompletionStage<OutputChunk> output(
      RunId id, OutputStreamName stream, long offset, int length) {
    return give(Optional.empty(), new AgentOrder.Read(id, stream, offset, length))
        .thenApply(
            reply -> {
              if (reply instanceof OrderReply.Piece piece) {
                var bytes = Base64.getDecoder().decode(piece.bytes());
                return new OutputChunk(
                    piece.offset(),
                    bytes,
                    piece.total(),
                    piece.complete(),
                    piece.truncated(),
                    piece.lost());
              }
              throw new IllegalStateException("%s: no output in the answer".formatted(id));
            });
  }

  @Override
  public CompletionStage<SortedMap<String, Machine>> machines(Collection<String> nodes) {
    return agents()
        .thenApply(
            views -> {
              SortedMap<String, Machine> all = new TreeMap<>();
              for (var view : views) {
                var machine =
                    new Machine(
                        view.title().isolation(),
                        view.remarks(),
                        view.offset().map(ClockOffset::offset));
                view.title().nodes().stream()
                    .map(OfferedNode::name)
                    .filter(nodes::contains)
                    .forEach(node -> all.put(node, machine));
              }
              return all;
            });
  }

  @Override
  public void listen(Consumer<RunFact> listener) {
    listeners.add(listener);
  }

  @Override
  public void unlisten(Consumer<RunFact> listener) {
    listeners.remove(listener);
  }

  @Override
  public void listenToSites(Consumer<SiteCalendar> listener) {
    siteListeners.add(listener);
  }

  @Override
  public SiteBooking siteBooking() {
    return sites;
  }

  @Override
  public void close() {
    siteListeners.clear();
    listeners.clear();
  }
}
