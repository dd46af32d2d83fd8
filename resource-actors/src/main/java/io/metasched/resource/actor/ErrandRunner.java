package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.Errand.Addressed;
import io.metasched.resource.actor.Errand.Ask;
import io.metasched.resource.actor.Errand.Conclude;
import io.metasched.resource.actor.journal.Chronicle;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.owner.RememberedAnswers;
import io.metasched.resource.owner.Turns;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs errands: takes each command once, gives it its turn at the owners it needs, and answers it
 * when its rounds are over. Part of its domain's actor, and confined to it.
 */
final class ErrandRunner {
  private final int domain;
  private final SortedMap<Integer, ActorRef<NodeOwner.Command>> owners; // without lost ones
  private final Set<Integer> nodes;
  private final ActorRef<NodeOwner.Reply> answers;
  private final OfferMemory offers;
  private final int mostInFlight;
  private final int mostLong;
  private final Chronicle chronicle;
  private final Consumer<CommandId> afterAnswer;
  private final RememberedAnswers<Domain.Reply> remembered;
  private final ArrayDeque<CommandId> longAnswers = new ArrayDeque<>(); // remembered as such
  private final Turns<Errand> turns;
  private final TreeMap<CommandId, Errand> inFlight = new TreeMap<>();
  private final TreeMap<CommandId, Errand> rounds = new TreeMap<>();
  private final ArrayDeque<Errand> ready = new ArrayDeque<>();
  private final TreeSet<CommandId> past = new TreeSet<>();
  private long roundsAsked;

  /**
   * @param domain who gives commands to the owners
   * @param answers where the owners send their answers
   * @param offers is told of each command to an owner
   * @param chronicle of the commands that were answered
   * @param afterAnswer is told of each command right after its answer
   */
  ErrandRunner(
      int domain,
      SortedMap<Integer, ActorRef<NodeOwner.Command>> owners,
      ActorRef<NodeOwner.Reply> answers,
      OfferMemory offers,
      DomainSettings settings,
      Chronicle chronicle,
      Consumer<CommandId> afterAnswer) {
    this.domain = domain;
    this.owners = owners;
    this.answers = answers;
    this.offers = offers;
    this.chronicle = chronicle;
    this.afterAnswer = afterAnswer;
    nodes = new LinkedHashSet<>(owners.keySet());
    mostLong = settings.mostSessions();
    mostInFlight = settings.mostCommandsInFlight();
    remembered = new RememberedAnswers<>(settings.rememberedAnswers());
    turns = new Turns<>(nodes);
  }

  boolean isLost(int node) {
    return !owners.containsKey(node);
  }

  /**
   * Whether the errand is new and can be taken. If not, its giver has been answered, or will be
   * when the same command that is in flight is.
   */
  boolean accepts(Errand errand, Supplier<Optional<Rejection>> objection) {
    var id = errand.id();
    var answer = remembered.of(id);
    var same = inFlight.get(id);
    if (same != null) {
      same.repeatedBy(errand.replyTo());
      return false;
    }
    if (answer.isEmpty()) {
      answer = whyNot(errand).or(objection).map(reason -> new Domain.Rejected(id, reason));
    }
    answer.ifPresent(errand.replyTo()::tell);
    return answer.isEmpty();
  }

  private Optional<Rejection> whyNot(Errand errand) {
    if (remembered.isTooOld(errand.id())) {
      return Optional.of(Rejection.TOO_OLD);
    }
    if (!nodes.containsAll(errand.nodes())) {
      return Optional.of(Rejection.UNKNOWN_NODE);
    }
    return inFlight.size() >= mostInFlight
        ? Optional.of(Rejection.TOO_MANY_REQUESTS)
        : Optional.empty();
  }

  /** Starts an errand that was accepted. */
  void start(Errand errand) {
    inFlight.put(errand.id(), errand);
    if (turns.enter(errand, errand.nodes())) {
      ready.add(errand);
    }
    runReady();
  }

  /** Starts an errand of the past once more, to come to where it led; nobody is told. */
  void repeat(Errand errand) {
    past.add(errand.id());
    start(errand);
  }

  /** Whether nothing is in flight. */
  boolean isIdle() {
    return inFlight.isEmpty();
  }

  /** Takes an owner's answer; one that nobody waits for any more changes nothing. */
  void answered(NodeOwner.Reply reply) {
    var errand = rounds.get(reply.id());
    if (errand != null) {
      errand.gathering().put(reply.node(), reply);
      goOnWhenComplete(reply.id(), errand);
    }
    runReady();
  }

  /** The owner of the node will never answer again. */
  void lost(int node) {
    owners.remove(node);
    offers.lost(node);
    for (var round : List.copyOf(rounds.keySet())) {
      var errand = rounds.get(round);
      if (errand != null && errand.gathering().awaits(node)) {
        errand.gathering().put(node, lostReply(round, node));
        goOnWhenComplete(round, errand);
      }
    }
    runReady();
  }

  private void goOnWhenComplete(CommandId round, Errand errand) {
    if (errand.gathering().isComplete()) {
      rounds.remove(round);
      ready.add(errand);
    }
  }

  /** Takes the next steps of all errands that need not wait. */
  private void runReady() {
    while (!ready.isEmpty()) {
      var errand = ready.remove();
      var step = errand.next();
      if (step instanceof Ask ask) {
        ask(errand, ask);
      } else if (step instanceof Conclude conclude) {
        conclude(errand, conclude.reply());
      }
    }
  }

  private void ask(Errand errand, Ask ask) {
    var round = new CommandId(domain, roundsAsked++);
    var gathering = errand.asks(ask);
    rounds.put(round, errand);
    for (Addressed addressed : ask.orders()) {
      int node = addressed.node();
      var owner = owners.get(node);
      if (owner == null) {
        gathering.put(node, lostReply(round, node));
      } else {
        var command = addressed.order().as(round, answers);
        offers.given(node, command);
        owner.tell(command);
      }
    }
    goOnWhenComplete(round, errand);
  }

  /** It stays in flight until it is written; what comes behind it need not wait. */
  private void conclude(Errand errand, Domain.Reply reply) {
    ready.addAll(turns.leave(errand.nodes()));
    if (past.remove(errand.id())) {
      settle(errand, reply);
    } else {
      chronicle.append(
          errand.command(),
          () -> {
            errand.replyTo().tell(reply);
            settle(errand, reply);
          });
    }
  }

  private void settle(Errand errand, Domain.Reply reply) {
    inFlight.remove(errand.id());
    remember(errand.id(), reply);
    afterAnswer.accept(errand.id());
  }

  /** Of long answers, a list of all nodes each, as many are remembered as there may be sessions. */
  private void remember(CommandId id, Domain.Reply reply) {
    remembered.remember(id, reply);
    if (reply instanceof Domain.SessionOpened
        || reply instanceof Domain.Offered
        || reply instanceof Domain.Reported) {
      longAnswers.add(id);
    }
    if (longAnswers.size() > mostLong) {
      var oldest = longAnswers.remove();
      remembered.replace(oldest, new Domain.Rejected(oldest, Rejection.TOO_OLD));
    }
  }

  private static NodeOwner.Reply lostReply(CommandId round, int node) {
    return new NodeOwner.Refused(round, node, Refusal.OWNER_LOST);
  }
}
