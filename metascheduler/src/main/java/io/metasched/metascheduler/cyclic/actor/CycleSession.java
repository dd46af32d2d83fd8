package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.PlanningSessions;
import io.metasched.resource.fanout.DomainLink.Addressed;
import io.metasched.resource.fanout.SlotQuery;
import io.metasched.resource.fanout.SlotQueryResult;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Actor of a session with all domains. The session is opened on one state of the domains' slots,
 * queried by the policy that plans on this state, and closed when the plan is made; then, another
 * session may be opened. A child of the metascheduler; however the actor stops, it closes its
 * session with the domains. Its messages never leave the JVM.
 */
public final class CycleSession extends AbstractBehavior<CycleSession.Command> {

  /** Command to a session. */
  public sealed interface Command {}

  /**
   * Request to open a session with all domains. Answered by {@link Opened} or {@link Broken}.
   *
   * @param session id of the session's first command; the following numbers belong to the session,
   *     too
   * @param over completed when the session ends, so that callers do not wait forever
   */
  public record Open(
      CommandId session, Span horizon, long nowTick, CompletableFuture<@Nullable Void> over)
      implements Command {}

  /** Questions to domains, one each; the answers are in the order of the questions. */
  record Ask(
      CommandId session,
      List<Addressed> questions,
      CompletableFuture<List<SlotQueryResult>> answers)
      implements Command {}

  /** Notice that closes the session; not answered. */
  public record Close(CommandId session) implements Command {}

  /** Notice to stop after all earlier messages; not answered. */
  record Stop() implements Command {}

  private record DomainAnswered(Domain.Reply reply) implements Command {}

  private record RetryTick() implements Command {}

  /** Event of a session for the metascheduler. */
  public sealed interface Event {
    /** Returns the first of the session's command ids, which identifies the session. */
    CommandId session();
  }

  /**
   * Confirmation that all domains have opened the session.
   *
   * @param versions versions of the owners' lists, by node
   * @param slots number of slots
   * @param lists slots of the domains that report all of their slots, by domain
   */
  public record Opened(
      CommandId session, List<Long> versions, int slots, SortedMap<Integer, List<Slot>> lists)
      implements Event {
    public Opened {
      versions = List.copyOf(versions);
    }
  }

  /** Failure of the session, which closes it. */
  public record Broken(CommandId session, String why) implements Event {}

  private static final String OVER = "the session has ended";

  private final Domains domains;
  private final ActorRef<Event> metascheduler;
  private final ScatterGather scatterGather;
  private final TreeMap<Integer, CommandId> sessions = new TreeMap<>();
  private @Nullable Open open;
  private @Nullable Ask asked;

  private CycleSession(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Domains domains,
      int issuer,
      MetaschedulerSettings settings,
      ActorRef<Event> metascheduler) {
    super(context);
    this.domains = domains;
    this.metascheduler = metascheduler;
    var answers = context.messageAdapter(Domain.Reply.class, DomainAnswered::new);
    scatterGather = new ScatterGather(domains, issuer, settings.retriesUntilTimeout(), answers);
    timers.startTimerWithFixedDelay(new RetryTick(), settings.retryInterval());
  }

  /**
   * Creates a closed session.
   *
   * @param issuer issuer of the commands of all sessions of this actor
   * @param metascheduler receiver of the actor's events
   */
  public static Behavior<Command> create(
      Domains domains, int issuer, MetaschedulerSettings settings, ActorRef<Event> metascheduler) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new CycleSession(context, timers, domains, issuer, settings, metascheduler)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(DomainAnswered.class, this::onDomainAnswered)
        .onMessage(Open.class, this::onOpen)
        .onMessage(Ask.class, this::onAsk)
        .onMessage(Close.class, this::onClose)
        .onMessage(Stop.class, this::onStop)
        .onMessage(RetryTick.class, this::onRetryTick)
        .onSignal(PostStop.class, this::onPostStop)
        .build();
  }

  private Behavior<Command> onDomainAnswered(DomainAnswered answered) {
    scatterGather.answered(answered.reply());
    return this;
  }

  private Behavior<Command> onOpen(Open c) {
    end(); // if the previous session was not closed
    open = c;
    scatterGather.numberFrom(c.session().number());
    var questions = new TreeMap<Integer, ScatterGather.CommandFactory>();
    for (int domain : domains.refs().keySet()) {
      questions.put(
          domain,
          (id, replyTo) -> {
            sessions.put(domain, id);
            return new PlanningSessions.OpenSession(id, c.horizon(), c.nowTick(), replyTo);
          });
    }
    scatterGather.ask(questions, replies -> opened(c.session(), replies));
    return this;
  }

  private void opened(CommandId session, SortedMap<Integer, Domain.Reply> replies) {
    var versions = new Long[domains.nodes().size()];
    var lists = new TreeMap<Integer, List<Slot>>();
    int slots = 0;
    for (var reply : replies.values()) {
      if (!(reply instanceof PlanningSessions.SessionOpened opened)) {
        breakOff(session, "a domain did not open a session: " + reply);
        return;
      }
      slots += opened.slots();
      if (opened.hasAll()) {
        lists.put(opened.domain(), opened.list());
        sessions.remove(opened.domain()); // it is already closed
      }
      opened.versions().forEach(v -> versions[v.node()] = v.version());
    }
    var all = Arrays.asList(versions);
    if (all.contains(null)) {
      breakOff(session, "no version is reported for node " + all.indexOf(null));
      return;
    }
    metascheduler.tell(new Opened(session, all, slots, lists));
  }

  private void breakOff(CommandId session, String why) {
    end();
    metascheduler.tell(new Broken(session, why));
  }

  private Behavior<Command> onAsk(Ask ask) {
    if (!isOpen(ask.session())) {
      fail(ask, OVER);
      return this;
    } else if (asked != null) {
      fail(ask, "a session answers one query at a time");
      return this;
    }
    asked = ask;
    var questions = new TreeMap<Integer, ScatterGather.CommandFactory>();
    for (var addressed : ask.questions()) {
      questions.put(addressed.domain(), search(addressed.domain(), addressed.question()));
    }
    scatterGather.ask(questions, replies -> found(ask, replies));
    return this;
  }

  private ScatterGather.CommandFactory search(int domain, SlotQuery question) {
    var session = Objects.requireNonNull(sessions.get(domain));
    return (id, replyTo) -> new PlanningSessions.Search(id, session, question, replyTo);
  }

  private void found(Ask ask, SortedMap<Integer, Domain.Reply> replies) {
    asked = null;
    var answers = new ArrayList<SlotQueryResult>();
    for (var addressed : ask.questions()) {
      var reply = replies.get(addressed.domain());
      if (!(reply instanceof PlanningSessions.Found found)) {
        fail(ask, "a domain did not answer a search: " + reply);
        return;
      }
      answers.add(found.answer());
    }
    ask.answers().complete(answers);
  }

  private void fail(Ask ask, String why) {
    ask.answers().completeExceptionally(new IllegalStateException(why));
  }

  private Behavior<Command> onRetryTick(RetryTick tick) {
    var timedOut = scatterGather.timedOut();
    if (open != null && !timedOut.isEmpty()) {
      var why = "no answer from domains %s".formatted(timedOut);
      if (asked != null) {
        fail(asked, why);
        asked = null;
      }
      breakOff(open.session(), why);
    }
    return this;
  }

  private Behavior<Command> onClose(Close c) {
    if (isOpen(c.session())) {
      end();
    }
    return this;
  }

  private Behavior<Command> onStop(Stop stop) {
    return Behaviors.stopped();
  }

  private Behavior<Command> onPostStop(PostStop stopped) {
    end();
    return this;
  }

  private boolean isOpen(CommandId session) {
    return open != null && open.session().equals(session);
  }

  /** Ends the session, regardless of messages in transit. */
  private void end() {
    scatterGather.giveUp();
    var notices = new TreeMap<Integer, PlanningSessions.CloseSession>();
    sessions.forEach(
        (domain, session) -> notices.put(domain, new PlanningSessions.CloseSession(session)));
    scatterGather.send(notices);
    sessions.clear();
    if (asked != null) {
      fail(asked, OVER);
      asked = null;
    }
    if (open != null) {
      open.over().complete(null);
      open = null;
    }
  }
}
