package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.resource.actor.CborSerializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Brings the actors of a play to life all over the cluster: the owners, then the schedulers over
 * them, then the users; then lets the keeper of time play with them, over lines that find them
 * where they come to life again. All of them end with it.
 *
 * <p>Where no answer comes it asks again, since asking twice brings nobody to life twice.
 */
final class Casting extends AbstractBehavior<Casting.Command> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Everything a casting understands. */
  sealed interface Command {}

  /**
   * Actors are alive.
   *
   * @param name what the question called them
   * @param ensemble their parent
   * @param actors by number
   */
  record Brought(
      String name, ActorRef<Ensemble.Command> ensemble, SortedMap<Integer, ActorRef<Object>> actors)
      implements Command, CborSerializable {
    public Brought {
      actors = Collections.unmodifiableSortedMap(new TreeMap<>(actors));
    }
  }

  private record AskAgain() implements Command {}

  private record GiveUp() implements Command {}

  private record StageIsGone(ActorRef<Stage.Command> stage) implements Command {}

  private enum Group {
    OWNERS,
    SCHEDULERS,
    USERS
  }

  /** All actors of a play, or lines to them, by group and number; may be read at any time. */
  record Found(
      SortedMap<Integer, ActorRef<Object>> owners,
      SortedMap<Integer, ActorRef<Object>> schedulers,
      SortedMap<Integer, ActorRef<Object>> users) {
    Found() {
      this(
          new ConcurrentSkipListMap<>(),
          new ConcurrentSkipListMap<>(),
          new ConcurrentSkipListMap<>());
    }

    private SortedMap<Integer, ActorRef<Object>> of(Group group) {
      return switch (group) {
        case OWNERS -> owners;
        case SCHEDULERS -> schedulers;
        case USERS -> users;
      };
    }
  }

  /**
   * What is to be played.
   *
   * @param scene as this JVM knows it
   * @param company the JVMs
   * @param timeout how long all together may take to come to life
   * @param events is told where the schedulers of organizations but the first are
   * @param alive is told where the actors are, now and whenever it is read
   * @param keeper makes the keeper of time, who has lines to them
   * @param failed is told when there will be no play
   */
  record Play(
      PlayId id,
      Scene scene,
      Company company,
      Duration timeout,
      ClusterEvents events,
      Consumer<Found> alive,
      Function<Found, Behavior<?>> keeper,
      Consumer<Throwable> failed) {}

  private final Play play;
  private final Found found = new Found();
  private final Found alive = new Found();
  private final SortedMap<Integer, List<Integer>> portions;
  private final TreeMap<String, Runnable> unanswered = new TreeMap<>();
  private final List<ActorRef<Ensemble.Command>> overOwners = new ArrayList<>();
  private final List<ActorRef<Object>> lines = new ArrayList<>();
  private Group asked = Group.OWNERS;
  private boolean isOver;

  private Casting(ActorContext<Command> context, TimerScheduler<Command> timers, Play play) {
    super(context);
    this.play = play;
    portions = portions(play);
    play.alive().accept(alive);
    timers.startTimerWithFixedDelay(new AskAgain(), PATIENCE);
    timers.startSingleTimer(new GiveUp(), play.timeout());
    play.company().users().forEach(stage -> context.watchWith(stage, new StageIsGone(stage)));
    askOwners();
  }

  static Behavior<Command> create(Play play) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new Casting(context, timers, play)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Brought.class, this::onBrought)
        .onMessage(AskAgain.class, this::onAskAgain)
        .onMessage(GiveUp.class, this::onGiveUp)
        .onMessage(StageIsGone.class, this::onStageIsGone)
        .onSignal(Terminated.class, this::onTerminated)
        .build();
  }

  // --- asking

  private void askOwners() {
    for (int number : play.scene().owners(play.id().policy())) {
      var name = "owner " + number;
      ask(name, bringOwner(number, name));
    }
  }

  private Consumer<ActorRef<Command>> bringOwner(int number, String name) {
    var company = play.company();
    var owner = new EntityId(play.id(), number);
    return to -> company.findOwner(owner, new Ensemble.Bring(name, true, to));
  }

  private void askSchedulers() {
    for (int number : play.scene().schedulers(play.id().policy())) {
      var name = "scheduler " + number;
      ask(name, bringScheduler(number, name));
    }
  }

  private Consumer<ActorRef<Command>> bringScheduler(int number, String name) {
    var company = play.company();
    var scheduler = new EntityId(play.id(), number);
    return to -> company.findScheduler(scheduler, new Ensemble.Bring(name, true, to));
  }

  private void askUsers() {
    for (var users : portions.values()) {
      var name = "users " + users;
      ask(name, bringUsers(users, name));
    }
  }

  /** Users are dealt out to the JVMs in turn. */
  private static SortedMap<Integer, List<Integer>> portions(Play play) {
    int stages = play.company().users().size();
    var portions = new TreeMap<Integer, List<Integer>>();
    for (int user : play.scene().users(play.id().policy())) {
      portions.computeIfAbsent(user % stages, s -> new ArrayList<>()).add(user);
    }
    return portions;
  }

  /** Where the JVM of users is gone, another one takes them. */
  private Consumer<ActorRef<Command>> bringUsers(List<Integer> users, String name) {
    var invite = play.id();
    var company = play.company();
    return to ->
        company
            .stageOf(users.get(0))
            .ifPresent(stage -> stage.tell(new Stage.Invite(invite, users, name, to)));
  }

  private Behavior<Command> onStageIsGone(StageIsGone gone) {
    play.company().leave(gone.stage());
    return this;
  }

  private void ask(String name, Consumer<ActorRef<Command>> question) {
    var self = getContext().getSelf();
    unanswered.put(name, () -> question.accept(self));
    question.accept(self);
  }

  // --- answers

  private Behavior<Command> onBrought(Brought brought) {
    if (unanswered.remove(brought.name()) == null) {
      return this; // asked twice, answered twice
    }
    brought.actors().forEach(this::connect);
    if (asked != Group.OWNERS) {
      overOwners.add(brought.ensemble());
    }
    if (unanswered.isEmpty()) {
      goOn();
    }
    return this;
  }

  /** The line to an actor finds him again as he was found first. */
  private void connect(int number, ActorRef<Object> actor) {
    var find =
        switch (asked) {
          case OWNERS -> bringOwner(number, "");
          case SCHEDULERS -> bringScheduler(number, "");
          case USERS -> bringUsers(portionOf(number), "");
        };
    boolean comesBack = play.scene().comesBack();
    var name = "%s-%d".formatted(asked.name().toLowerCase(Locale.ROOT), number);
    var group = asked;
    isAt(group, number, actor);
    var behavior = Line.to(actor, number, comesBack, find, now -> isAt(group, number, now));
    var line = getContext().spawn(behavior, name, DispatcherSelector.sameAsParent());
    found.of(asked).put(number, line);
    lines.add(line);
  }

  /**
   * The first scheduler is in the singleton, of which each JVM tells. Told by other threads, too.
   */
  private void isAt(Group group, int number, ActorRef<Object> actor) {
    alive.of(group).put(number, actor);
    if (group == Group.SCHEDULERS && number > 0) {
      var place = Muster.place(actor.path().address());
      play.events()
          .happened("%s has the metascheduler of organization %d".formatted(place, number));
    }
  }

  private List<Integer> portionOf(int user) {
    int stages = play.company().users().size();
    return Objects.requireNonNull(portions.get(user % stages));
  }

  private void goOn() {
    if (asked == Group.OWNERS) {
      asked = Group.SCHEDULERS;
      askSchedulers();
    } else if (asked == Group.SCHEDULERS) {
      asked = Group.USERS;
      askUsers();
    }
    if (unanswered.isEmpty()) {
      begin();
    }
  }

  private void begin() {
    var keeper = play.keeper().apply(found);
    getContext().watch(getContext().spawn(keeper, "keeper", DispatcherSelector.sameAsParent()));
  }

  /** Those who talk to the owners stop before them, and miss nobody. */
  private Behavior<Command> onTerminated(Terminated gone) {
    if (isOver) {
      overOwners.removeIf(ensemble -> ensemble.path().equals(gone.getRef().path()));
    } else {
      isOver = true;
      lines.forEach(getContext()::stop); // or they would look for those who leave now
      overOwners.forEach(
          ensemble -> {
            getContext().watch(ensemble);
            ensemble.tell(new Ensemble.Leave());
          });
    }
    return overOwners.isEmpty() ? Behaviors.stopped() : this;
  }

  private Behavior<Command> onAskAgain(AskAgain again) {
    unanswered.values().forEach(Runnable::run);
    return this;
  }

  private Behavior<Command> onGiveUp(GiveUp late) {
    if (unanswered.isEmpty()) {
      return this;
    }
    play.failed()
        .accept(
            new IllegalStateException(
                "%s did not come to life in %d s"
                    .formatted(unanswered.keySet(), play.timeout().toSeconds())));
    return Behaviors.stopped();
  }
}
