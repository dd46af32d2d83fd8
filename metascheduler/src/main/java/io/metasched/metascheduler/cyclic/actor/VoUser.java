package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.cyclic.vo.UserLedger;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Actor of a user of a virtual organization. It submits and withdraws jobs, pays for them, and is
 * notified of their history.
 *
 * <p>The actor acts on behalf of a caller, which gets one reply to each request. The state of a
 * user is also in the history of its metascheduler, which sends the state to a user that has
 * recovered.
 */
public final class VoUser extends AbstractBehavior<VoUser.Command> {

  /** Command to a user. */
  public sealed interface Command {}

  /** Request to a user. */
  public sealed interface Request extends Command, CborSerializable {
    /** Returns the identifier of the request. */
    CommandId id();
  }

  /** Request to join the metascheduler. Answered by {@link Joined}. */
  public record Join(CommandId id, ActorRef<Reply> replyTo) implements Request {}

  /**
   * Request to submit a job. Answered by {@link Submitted} or {@link Rejected}.
   *
   * @param lost number of jobs that must run before the job, but never ran
   */
  public record SubmitJob(CommandId id, Job job, long nowTick, int lost, ActorRef<Reply> replyTo)
      implements Request {
    /** Creates a request to submit a job that depends on no other job. */
    public SubmitJob(CommandId id, Job job, long nowTick, ActorRef<Reply> replyTo) {
      this(id, job, nowTick, 0, replyTo);
    }
  }

  /** Request to withdraw a job. Answered by {@link Withdrawn} or {@link Rejected}. */
  public record WithdrawJob(CommandId id, JobId job, long nowTick, ActorRef<Reply> replyTo)
      implements Request {}

  /** Request to pay into the account, from a metascheduler that opens a cycle. */
  public record PayIn(CommandId id, int cycle, ActorRef<Metascheduler.Command> replyTo)
      implements Request {}

  /**
   * Request to state the payments, from a metascheduler. Answered by {@link Metascheduler.Stated},
   * or {@link Metascheduler.Missed}.
   *
   * @param notices number of notices sent to the user
   */
  public record StateAccount(CommandId id, int notices, ActorRef<Metascheduler.Command> replyTo)
      implements Request {}

  /**
   * Notices of the metascheduler.
   *
   * @param first number of the first notice among all notices to the user, from 0
   */
  public record News(int first, List<Notice> notices) implements Command, CborSerializable {
    public News {
      notices = List.copyOf(notices);
    }
  }

  /** Notice that must not be lost, because it concerns money or the outcome of a job. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "notice") // messages have such fields
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Received.class, name = "received"),
    @JsonSubTypes.Type(value = Planned.class, name = "planned"),
    @JsonSubTypes.Type(value = Moved.class, name = "moved"),
    @JsonSubTypes.Type(value = Requeued.class, name = "requeued"),
    @JsonSubTypes.Type(value = Finished.class, name = "finished"),
    @JsonSubTypes.Type(value = PaidBack.class, name = "paid-back"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused")
  })
  public sealed interface Notice {}

  /** Deposit for a cycle received in the account. */
  public record Received(int cycle, long milli) implements Notice {}

  /** Booking of the job, for whose window the user pays. */
  public record Planned(JobId job, int cycle, Window window) implements Notice {}

  /** Move of the job to another window, for which the user pays instead of the old one. */
  public record Moved(JobId job, Window window) implements Notice {}

  /** Refusal of a part by an owner: the job is back in the queue. */
  public record Requeued(JobId job, int cycle, int node, Refusal reason) implements Notice {}

  /** End of the job's last part. */
  public record Finished(JobId job, boolean stopped, long refundMilli) implements Notice {}

  /** Withdrawal of the job, with the refund of its cost. */
  public record PaidBack(JobId job, long milli) implements Notice {}

  /** Final refusal of the job. */
  public record Refused(JobId job, RefusalReason reason) implements Notice {}

  private record MetaschedulerAnswered(Metascheduler.UserReply reply) implements Command {}

  private record JoinAgain() implements Command {}

  /** Reply to a caller. */
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered request. */
    CommandId id();
  }

  /** Confirmation that the user has joined the metascheduler. */
  public record Joined(CommandId id) implements Reply {}

  /** Confirmation that the job is in the queue, or refusal of a job that can never run. */
  public record Submitted(CommandId id, JobId job, boolean accepted) implements Reply {}

  /** Confirmation that the job is withdrawn, or refusal because the request was too late. */
  public record Withdrawn(CommandId id, JobId job, boolean inTime) implements Reply {}

  /** Rejection by the metascheduler. */
  public record Rejected(CommandId id, Metascheduler.Rejection reason) implements Reply {}

  private static final String JOIN = "join";

  private final int user;
  private final IntToLongFunction budgetOfCycle;
  private final ActorRef<Metascheduler.Command> metascheduler;
  private final ActorRef<Metascheduler.UserReply> answers;
  private final UserLedger ledger = new UserLedger();
  private final TreeSet<Integer> paidIn = new TreeSet<>();
  private int noticed;
  private final TreeMap<CommandId, ActorRef<Reply>> asked = new TreeMap<>();
  private @Nullable TimerScheduler<Command> timers;

  private VoUser(
      ActorContext<Command> context,
      int user,
      IntToLongFunction budgetOfCycle,
      ActorRef<Metascheduler.Command> metascheduler) {
    super(context);
    this.user = user;
    this.budgetOfCycle = budgetOfCycle;
    this.metascheduler = metascheduler;
    answers = context.messageAdapter(Metascheduler.UserReply.class, MetaschedulerAnswered::new);
  }

  /**
   * Creates a user without jobs.
   *
   * @param budgetPerCycleMilli deposit in each cycle, in 1/1000 of money
   */
  public static Behavior<Command> create(
      int user, long budgetPerCycleMilli, ActorRef<Metascheduler.Command> metascheduler) {
    return create(user, cycle -> budgetPerCycleMilli, metascheduler);
  }

  /**
   * Creates a user without jobs.
   *
   * @param budgetOfCycle function that returns the deposit of a cycle in 1/1000 of money; called on
   *     the user's thread, once for each cycle, and again only if the request is repeated
   */
  public static Behavior<Command> create(
      int user, IntToLongFunction budgetOfCycle, ActorRef<Metascheduler.Command> metascheduler) {
    return Behaviors.setup(context -> new VoUser(context, user, budgetOfCycle, metascheduler));
  }

  /**
   * Creates a user that may have recovered: it joins without a request, and joins again until the
   * metascheduler has replied.
   *
   * @param retryInterval wall-clock time until the user joins again
   */
  public static Behavior<Command> create(
      int user,
      long budgetPerCycleMilli,
      ActorRef<Metascheduler.Command> metascheduler,
      Duration retryInterval) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var self = new VoUser(context, user, cycle -> budgetPerCycleMilli, metascheduler);
                  timers.startTimerWithFixedDelay(JOIN, new JoinAgain(), retryInterval);
                  self.timers = timers;
                  return self.onJoinAgain(new JoinAgain());
                }));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(SubmitJob.class, this::onSubmitJob)
        .onMessage(WithdrawJob.class, this::onWithdrawJob)
        .onMessage(MetaschedulerAnswered.class, this::onMetaschedulerAnswered)
        .onMessage(PayIn.class, this::onPayIn)
        .onMessage(News.class, this::onNews)
        .onMessage(Join.class, this::onJoin)
        .onMessage(JoinAgain.class, this::onJoinAgain)
        .onMessage(StateAccount.class, this::onStateAccount)
        .build();
  }

  // --- requests

  private Behavior<Command> onJoin(Join c) {
    asked.put(c.id(), c.replyTo());
    metascheduler.tell(new Metascheduler.Join(c.id(), user, getContext().getSelf(), answers));
    return this;
  }

  private Behavior<Command> onJoinAgain(JoinAgain again) {
    var self = getContext().getSelf();
    metascheduler.tell(new Metascheduler.Join(new CommandId(-1 - user, 0), user, self, answers));
    return this;
  }

  private Behavior<Command> onSubmitJob(SubmitJob c) {
    asked.put(c.id(), c.replyTo());
    metascheduler.tell(new Metascheduler.Submit(c.id(), c.job(), c.nowTick(), c.lost(), answers));
    return this;
  }

  private Behavior<Command> onWithdrawJob(WithdrawJob c) {
    asked.put(c.id(), c.replyTo());
    metascheduler.tell(new Metascheduler.Withdraw(c.id(), c.job(), c.nowTick(), answers));
    return this;
  }

  private Behavior<Command> onMetaschedulerAnswered(MetaschedulerAnswered answered) {
    var reply = answered.reply();
    if (timers != null && reply instanceof Metascheduler.Joined) {
      timers.cancel(JOIN);
    }
    var replyTo = asked.remove(reply.id());
    if (replyTo != null) { // a repeated answer is ignored
      replyTo.tell(answer(reply));
    }
    return this;
  }

  private Reply answer(Metascheduler.UserReply reply) {
    if (reply instanceof Metascheduler.Joined) {
      return new Joined(reply.id());
    } else if (reply instanceof Metascheduler.Accepted accepted) {
      return new Submitted(reply.id(), accepted.job(), true);
    } else if (reply instanceof Metascheduler.Refused refused) {
      return new Submitted(reply.id(), refused.job(), false);
    } else if (reply instanceof Metascheduler.Withdrawn withdrawn) {
      return new Withdrawn(reply.id(), withdrawn.job(), true);
    } else if (reply instanceof Metascheduler.TooLate late) {
      return new Withdrawn(reply.id(), late.job(), false);
    } else {
      return new Rejected(reply.id(), ((Metascheduler.NotTaken) reply).reason());
    }
  }

  // --- money

  private Behavior<Command> onPayIn(PayIn c) {
    long milli = budgetOfCycle.applyAsLong(c.cycle());
    payIn(c.cycle(), milli);
    c.replyTo().tell(new Metascheduler.Paid(c.id(), user, c.cycle(), milli));
    return this;
  }

  /** Makes one deposit for each cycle, even if the request or the notice is repeated. */
  private void payIn(int cycle, long milli) {
    if (paidIn.add(cycle)) {
      ledger.deposit(milli);
    }
  }

  private Behavior<Command> onStateAccount(StateAccount c) {
    c.replyTo()
        .tell(
            noticed < c.notices()
                ? new Metascheduler.Missed(c.id(), user, noticed)
                : new Metascheduler.Stated(c.id(), user, ledger.statement()));
    return this;
  }

  // --- notices about jobs

  /** Processes each notice once, in order; missed notices are sent again. */
  private Behavior<Command> onNews(News news) {
    int known = noticed - news.first();
    if (known >= 0 && known < news.notices().size()) {
      var fresh = news.notices().subList(known, news.notices().size());
      fresh.forEach(this::take);
      noticed += fresh.size();
    }
    return this;
  }

  private void take(Notice notice) {
    if (notice instanceof Received received) {
      payIn(received.cycle(), received.milli());
    } else if (notice instanceof Planned planned) {
      ledger.pay(planned.job(), planned.window().costMilli());
    } else if (notice instanceof Moved moved) {
      ledger.pay(moved.job(), moved.window().costMilli());
    } else if (notice instanceof Finished finished) {
      ledger.settle(finished.job(), finished.refundMilli());
    } else if (notice instanceof PaidBack back) {
      ledger.settle(back.job(), back.milli());
    }
  }
}
