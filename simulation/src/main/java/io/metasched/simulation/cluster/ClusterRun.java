package io.metasched.simulation.cluster;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Props;
import akka.cluster.typed.Cluster;
import io.metasched.simulation.actor.ActorDriver;
import io.metasched.simulation.actor.Cast;
import io.metasched.simulation.actor.Playhouse;
import io.metasched.simulation.actor.TimeKeeper;
import io.metasched.simulation.actor.TwoLevelActors;
import io.metasched.simulation.actor.TwoLevelKeeper;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.ClusterSystems;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.run.Drivers;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import io.metasched.simulation.twolevel.TwoLevelOutcome;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run over several JVMs as the one sees it that has called for it: a member of the cluster in
 * which nobody but the keepers of time lives, so that what comes of the run is here.
 */
public final class ClusterRun implements AutoCloseable {
  private final Repertoire repertoire;
  private final ClusterSettings settings;
  private final ClusterEvents events;
  private final Playhouse playhouse;
  private final ActorSystem<?> system;
  private final String id;
  private int plays;
  private @Nullable Scene scene;
  private @Nullable Company company;
  private SortedMap<String, Counted> counted = Collections.emptySortedMap();
  private volatile Casting.Found found = new Casting.Found();
  private @Nullable Throwable lost;
  private Consumer<Throwable> playing = why -> {};

  private ClusterRun(Repertoire repertoire, ClusterSettings settings, ClusterEvents events) {
    this.repertoire = repertoire;
    this.settings = settings;
    this.events = events;
    playhouse =
        new Playhouse(
            new Playhouse.Systems() {
              @Override
              public <T> ActorSystem<T> start(Behavior<T> guardian, String name) {
                var roles = List.of(Role.KEEPER);
                return ClusterSystems.start(guardian, name, settings, roles, repertoire.version());
              }
            });
    system = playhouse.system();
    id = Long.toHexString(Cluster.get(system).selfMember().uniqueAddress().longUid());
    ClusterNode.begin(system, settings, repertoire.version(), events);
    var unused =
        system
            .getWhenTerminated()
            .thenRun(() -> ClusterNode.end(system, settings).ifPresent(this::fail));
  }

  /**
   * Joins the cluster of the seeds; without seeds it begins one, which others may join.
   *
   * @param events is told what happens to members
   * @throws UsageException when it cannot listen at its place
   */
  public static ClusterRun open(
      Repertoire repertoire, ClusterSettings settings, ClusterEvents events) {
    return new ClusterRun(repertoire, settings, events);
  }

  /** Where others may join. */
  public String place() {
    return Muster.place(Cluster.get(system).selfMember());
  }

  /**
   * Waits for the JVMs, and has them learn the scenario.
   *
   * @param owners how many with owners are awaited, at least 1
   * @throws UsageException when one of them cannot take part, or this JVM cannot join them
   * @throws IllegalStateException when they do not come in time, or one is lost
   */
  public void muster(Script script, int owners) {
    var own = repertoire.learn(id, script);
    var mustered = new CompletableFuture<Company>();
    onPlay(mustered::completeExceptionally);
    var call = new Muster.Call(id, script, own.fingerprint(), owners, settings.startTimeout());
    system.systemActorOf(Muster.create(call, repertoire, mustered), "muster", Props.empty());
    try {
      company = mustered.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
    scene = own;
    counted = new Census(system).counted();
  }

  /**
   * Who is where, as the last policy was played, and what the JVMs have sent each other since they
   * were mustered, for other runs that they serve at the same time, too. A JVM that does not answer
   * is told of without what it has sent.
   *
   * @param started ids of the processes that were started for this run, whose numbers are then in
   *     this order
   */
  public Deployment deployment(List<Long> started) {
    var owners = scene instanceof TwoLevelScene ? "providers" : "domains";
    return new Census(system).deployment(owners, found, counted, started);
  }

  /** What all JVMs of the cluster have spent so far, this one included; waits for their answers. */
  public Reading reading() {
    return Reading.of(new Census(system).counted());
  }

  /** What is played now fails, and whatever comes after it. */
  public synchronized void fail(Throwable why) {
    lost = why;
    playing.accept(why);
  }

  private synchronized void onPlay(Consumer<Throwable> failed) {
    playing = failed;
    if (lost != null) {
      failed.accept(lost);
    }
  }

  /** Drives the flow of cycles that the JVMs have learnt, one policy after the other. */
  public Driver driver() {
    return driver(false);
  }

  /**
   * The same.
   *
   * @param free whether organizations compete in whatever order their messages arrive, so that the
   *     outcome is sound but not repeatable
   */
  public Driver driver(boolean free) {
    var name = free ? Drivers.CLUSTER_FREE : Drivers.CLUSTER;
    return ActorDriver.elsewhere(name, free, repertoire.settings(), playhouse, this::keeper);
  }

  private Behavior<?> keeper(TimeKeeper.Play play, TimeKeeper.Outcome outcome) {
    if (!(scene instanceof CyclicScene cyclic)) {
      throw new IllegalStateException("the JVMs have learnt no flow of cycles");
    }
    return casting(
        cyclic.policy(play.troupe()),
        lines -> TimeKeeper.create(play, keeper -> cyclic.cast(lines, owners(lines)), outcome),
        outcome::failed);
  }

  private Reach owners(Casting.Found lines) {
    return new Reach(
        system, number -> Objects.requireNonNull(lines.owners().get(number)), found.owners());
  }

  /** Drives the two levels that the JVMs have learnt, one policy after the other. */
  public TwoLevelDriver twoLevelDriver() {
    return TwoLevelActors.elsewhere(repertoire.settings(), playhouse, this::keeper);
  }

  private Behavior<?> keeper(TwoLevelKeeper.Play play, CompletableFuture<TwoLevelOutcome> outcome) {
    if (!(scene instanceof TwoLevelScene twoLevel)) {
      throw new IllegalStateException("the JVMs have learnt no two levels");
    }
    return casting(
        twoLevel.policy(play.troupe()),
        lines -> TwoLevelKeeper.create(play, keeper -> TwoLevelScene.cast(lines), outcome),
        outcome::completeExceptionally);
  }

  /**
   * Brings the actors of the first policy to life, and lets somebody else than a keeper of time
   * have them; waits until he has ended.
   *
   * @param visitor makes him; he completes what he is given
   */
  public <T> T visit(BiFunction<Cast, CompletableFuture<T>, Behavior<?>> visitor) {
    if (!(scene instanceof CyclicScene cyclic)) {
      throw new IllegalStateException("the JVMs have learnt no flow of cycles");
    }
    return playhouse.give(
        end ->
            casting(
                0,
                lines -> visitor.apply(cyclic.cast(lines, owners(lines)), end),
                why -> end.completeExceptionally(why)),
        DispatcherSelector.defaultDispatcher());
  }

  private Behavior<?> casting(
      int policy, Function<Casting.Found, Behavior<?>> keeper, Consumer<Throwable> failed) {
    if (scene == null || company == null) {
      throw new IllegalStateException("the JVMs have not been mustered");
    }
    onPlay(failed);
    var play = new PlayId(id, plays++, policy);
    return Casting.create(
        new Casting.Play(
            play,
            scene,
            company,
            settings.startTimeout(),
            events,
            alive -> found = alive,
            keeper,
            failed));
  }

  /** Leaves the cluster in order, and stops. */
  @Override
  public void close() {
    CoordinatedShutdown.get(system)
        .runAll(CoordinatedShutdown.actorSystemTerminateReason())
        .toCompletableFuture()
        .join();
  }
}
