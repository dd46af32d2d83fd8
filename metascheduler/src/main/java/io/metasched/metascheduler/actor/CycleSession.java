package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.fanout.Answer;
import io.metasched.resource.fanout.DomainLink.Addressed;
import io.metasched.resource.fanout.Question;
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
 * A session with all domains: opened on one state of their slots, then asked by the policy that
 * plans on it. One child of the metascheduler for each plan, which stops it when the plan is made;
 * however it stops, it closes its sessions with the domains. Its messages never leave the JVM.
 */
public final class CycleSession extends AbstractBehavior<CycleSession.Command> {

  /** Everything a session understands. */
  public sealed interface Command {}

  /** Asks domains, one question each; the answers come in the order of the questions. */
  record Ask(List<Addressed> questions, CompletableFuture<List<Answer>> answers)
      implements Command {}

  private record DomainAnswered(Domain.Reply reply) implements Command {}

  private record DomainIsSilent() implements Command {}

  /** What a session tells the metascheduler. */
  public sealed interface Event {
    /** The first of the session's command ids, by which it is told from others. */
    CommandId session();
  }

  /**
   * All domains have opened the session.
   *
   * @param versions of the owners' lists, by node
   * @param slots how many slots there are
   * @param lists the slots of those domains that tell all of them, by domain
   */
  public record Opened(
      CommandId session, List<Long> versions, int slots, SortedMap<Integer, List<Slot>> lists)
      implements Event {
    public Opened {
      versions = List.copyOf(versions);
    }
  }

  /** The session cannot go on, and stops. */
  public record Broken(CommandId session, String why) implements Event {}

  private final CommandId first;
  private final Domains domains;
  private final ActorRef<Event> metascheduler;
  private final CompletableFuture<Void> over;
  private final Enquiry<Command> enquiry;
  private final TreeMap<Integer, CommandId> sessions = new TreeMap<>();
  private @Nullable Ask asked;
  private boolean broken;

  private CycleSession(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Domains domains,
      CommandId first,
      MetaschedulerSettings settings,
      ActorRef<Event> metascheduler,
      CompletableFuture<Void> over) {
    super(context);
    this.first = first;
    this.domains = domains;
    this.metascheduler = metascheduler;
    this.over = over;
    enquiry =
        new Enquiry<>(
            domains,
            first.giver(),
            first.number(),
            context.messageAdapter(Domain.Reply.class, DomainAnswered::new),
            timers,
            settings.faultDeadline(),
            new DomainIsSilent());
  }

  /**
   * Creates a session and opens it; the metascheduler is told when it is open.
   *
   * @param first id of its first command; the numbers behind it are its own, too
   * @param over is completed when the session ends, for those who would ask it in vain
   */
  public static Behavior<Command> create(
      Domains domains,
      CommandId first,
      Span horizon,
      long nowTick,
      MetaschedulerSettings settings,
      ActorRef<Event> metascheduler,
      CompletableFuture<Void> over) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var session =
                      new CycleSession(
                          context, timers, domains, first, settings, metascheduler, over);
                  session.open(horizon, nowTick);
                  return session;
                }));
  }

  private void open(Span horizon, long nowTick) {
    var questions = new TreeMap<Integer, Enquiry.Question>();
    for (int domain : domains.refs().keySet()) {
      questions.put(
          domain,
          (id, replyTo) -> {
            sessions.put(domain, id);
            return new Domain.OpenSession(id, horizon, nowTick, replyTo);
          });
    }
    enquiry.ask(questions, this::opened);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(DomainAnswered.class, this::onDomainAnswered)
        .onMessage(Ask.class, this::onAsk)
        .onMessage(DomainIsSilent.class, this::onDomainIsSilent)
        .onSignal(PostStop.class, this::onPostStop)
        .build();
  }

  private Behavior<Command> onDomainAnswered(DomainAnswered answered) {
    enquiry.answered(answered.reply());
    return broken ? Behaviors.stopped() : this;
  }

  private void opened(SortedMap<Integer, Domain.Reply> replies) {
    var versions = new Long[domains.nodes().size()];
    var lists = new TreeMap<Integer, List<Slot>>();
    int slots = 0;
    for (var reply : replies.values()) {
      if (!(reply instanceof Domain.SessionOpened opened)) {
        breakOff("a domain opens no session: " + reply);
        return;
      }
      slots += opened.slots();
      if (opened.tellsAll()) {
        lists.put(opened.domain(), opened.list());
        sessions.remove(opened.domain()); // it is closed already
      }
      opened.versions().forEach(v -> versions[v.node()] = v.version());
    }
    var all = Arrays.asList(versions);
    if (all.contains(null)) {
      breakOff("no version is told of node " + all.indexOf(null));
      return;
    }
    metascheduler.tell(new Opened(first, all, slots, lists));
  }

  private void breakOff(String why) {
    broken = true;
    metascheduler.tell(new Broken(first, why));
  }

  private Behavior<Command> onAsk(Ask ask) {
    if (asked != null) {
      fail(ask, "a session is asked one thing at a time");
      return this;
    }
    asked = ask;
    var questions = new TreeMap<Integer, Enquiry.Question>();
    for (var addressed : ask.questions()) {
      questions.put(addressed.domain(), search(addressed.domain(), addressed.question()));
    }
    enquiry.ask(questions, replies -> found(ask, replies));
    return this;
  }

  private Enquiry.Question search(int domain, Question question) {
    var session = Objects.requireNonNull(sessions.get(domain));
    return (id, replyTo) -> new Domain.Search(id, session, question, replyTo);
  }

  private void found(Ask ask, SortedMap<Integer, Domain.Reply> replies) {
    asked = null;
    var answers = new ArrayList<Answer>();
    for (var addressed : ask.questions()) {
      var reply = replies.get(addressed.domain());
      if (!(reply instanceof Domain.Found found)) {
        fail(ask, "a domain answers no search: " + reply);
        return;
      }
      answers.add(found.answer());
    }
    ask.answers().complete(answers);
  }

  private void fail(Ask ask, String why) {
    ask.answers().completeExceptionally(new IllegalStateException(why));
  }

  private Behavior<Command> onDomainIsSilent(DomainIsSilent silent) {
    var why = "no answer from domains %s".formatted(enquiry.giveUp());
    if (asked != null) {
      fail(asked, why);
      asked = null;
    }
    breakOff(why);
    return Behaviors.stopped();
  }

  private Behavior<Command> onPostStop(PostStop stopped) {
    sessions.forEach(
        (domain, session) -> domains.at(domain).tell(new Domain.CloseSession(session)));
    if (asked != null) {
      fail(asked, "the session is over");
    }
    over.complete(null);
    return this;
  }
}
