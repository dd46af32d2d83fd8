package io.metasched.service.book;

import io.metasched.metascheduler.queue.RecentUse;
import io.metasched.service.book.BookEvent.AccountOpened;
import io.metasched.service.book.BookEvent.CancelAsked;
import io.metasched.service.book.BookEvent.CycleBegun;
import io.metasched.service.book.BookEvent.CycleEnded;
import io.metasched.service.book.BookEvent.Deposited;
import io.metasched.service.book.BookEvent.Forgotten;
import io.metasched.service.book.BookEvent.Founded;
import io.metasched.service.book.BookEvent.JobBooked;
import io.metasched.service.book.BookEvent.JobChanged;
import io.metasched.service.book.BookEvent.JobEnded;
import io.metasched.service.book.BookEvent.JobPostponed;
import io.metasched.service.book.BookEvent.JobRefused;
import io.metasched.service.book.BookEvent.JobRequeued;
import io.metasched.service.book.BookEvent.JobStarting;
import io.metasched.service.book.BookEvent.JobSubmitted;
import io.metasched.service.book.BookEvent.NodeDrained;
import io.metasched.service.book.BookEvent.NodeResumed;
import io.metasched.service.book.BookEvent.PartEnded;
import io.metasched.service.book.BookEvent.PartLost;
import io.metasched.service.book.BookEvent.PartRefused;
import io.metasched.service.book.BookEvent.PartStarted;
import io.metasched.service.book.BookEvent.TokenIssued;
import io.metasched.service.book.BookEvent.TokenRevoked;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobRecord.Times;
import io.metasched.service.book.LedgerEntry.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Application of one event to the state of the book. The event is checked before the state changes.
 */
final class BookFold {
  final long seq;
  final Instant at;
  private final String principal;
  private final BookEvent event;
  private final Recorded recorded;
  BookState state;
  private int entries;

  BookFold(BookState before, Recorded recorded) {
    if (recorded.seq() != before.seq() + 1) {
      throw new IllegalStateException(
          "event %d cannot follow event %d".formatted(recorded.seq(), before.seq()));
    }
    state = before;
    this.recorded = recorded;
    seq = recorded.seq();
    at = recorded.at();
    principal = recorded.by();
    event = recorded.event();
  }

  BookState next() {
    var written = state.open().tally().written().with(state, recorded);
    if (event instanceof Founded founded) {
      state = state.withOrigin(founded.origin());
    } else if (event instanceof AccountOpened opened) {
      open(opened);
    } else if (event instanceof Deposited deposited) {
      deposit(deposited);
    } else if (event instanceof BookEvent.Transferred transferred) {
      transfer(transferred);
    } else if (event instanceof BookEvent.LimitsSet set) {
      limit(set);
    } else if (event instanceof BookEvent.GrantSet set) {
      grant(set);
    } else if (event instanceof BookEvent.GrantPaid paid) {
      grant(paid);
    } else if (event instanceof BookEvent.GrantLapsed lapsed) {
      lapse(lapsed);
    } else if (event instanceof TokenIssued issued) {
      var token = issued.token();
      state = state.withTokens(state.tokens().with(token.sha256(), token));
    } else if (event instanceof TokenRevoked revoked) {
      revoke(revoked);
    } else if (event instanceof CycleBegun begun) {
      begin(begun);
    } else if (event instanceof CycleEnded ended) {
      end(ended);
    } else if (event instanceof Forgotten forgotten) {
      state = new BookForgetting(state, forgotten.before()).forget();
    } else if (event instanceof NodeDrained drained) {
      drain(drained);
    } else if (event instanceof NodeResumed resumed) {
      resume(resumed.node());
    } else if (event instanceof BookEvent.RulesSet set) {
      state = state.withRules(Optional.of(set.rules()));
    } else if (event instanceof BookEvent.WebhookMade made) {
      requireAccount(made.webhook().account());
      state = state.withWebhooks(state.webhooks().with(made.webhook().id(), made.webhook()));
    } else if (event instanceof BookEvent.WebhookDeleted deleted) {
      state = state.withWebhooks(state.webhooks().without(deleted.id()));
    } else if (!changesNothing()) {
      changeJob();
    }
    return state.at(seq, written);
  }

  /** Returns whether the event only documents a decision and leaves the state unchanged. */
  private boolean changesNothing() {
    return event instanceof BookEvent.MovesBegun
        || event instanceof BookEvent.MovesEnded
        || event instanceof BookEvent.IdentityUsed;
  }

  private void changeJob() {
    if (event instanceof JobSubmitted submitted) {
      submit(submitted);
    } else if (event instanceof BookEvent.ArraySubmitted submitted) {
      submit(submitted);
    } else if (event instanceof BookEvent.WorkflowSubmitted submitted) {
      submit(submitted);
    } else if (event instanceof JobChanged changed) {
      change(changed);
    } else if (event instanceof CancelAsked asked) {
      var job = state.require(asked.id());
      state = state.with(job.withCancelAsked(true).withVersion(seq));
    } else if (event instanceof JobPostponed postponed) {
      var why = new Reason(postponed.code(), postponed.text());
      state = state.with(require(postponed.id(), JobState.WAITING).in(JobState.WAITING, why, seq));
    } else if (event instanceof BookEvent.JobSetAside e) {
      var why = new Reason(Reason.CANNOT_BE_PLANNED, e.text());
      state = state.with(require(e.id(), JobState.WAITING).in(JobState.WAITING, why, seq));
    } else if (event instanceof JobRefused refused) {
      var why = new Reason(refused.code(), refused.text());
      conclude(state.require(refused.id()), JobState.REFUSED, why);
    } else if (event instanceof JobBooked booked) {
      book(booked);
    } else if (event instanceof BookEvent.JobConfirmed confirmed) {
      confirm(confirmed);
    } else if (event instanceof JobRequeued requeued) {
      requeue(requeued);
    } else if (event instanceof JobEnded ended) {
      end(ended);
    } else if (!new MarketFold(this).takes(event)) {
      run();
    }
  }

  private void run() {
    if (event instanceof JobStarting starting) {
      var job = attempt(starting.id(), starting.attempt());
      state = state.with(state.moved(job, JobState.STARTING, Reason.NONE, seq));
    } else if (event instanceof PartStarted started) {
      start(started);
    } else if (event instanceof PartEnded e) {
      var part = part(e.id(), e.attempt(), e.part());
      change(e.id(), e.part(), part.endedAt(e.ended(), e.exitStatus(), e.cause(), e.note()));
      var booked = part.booked().span();
      long end = Math.min(booked.end(), Math.max(booked.start(), state.ticks().at(e.ended())));
      keep(part.node(), kept -> kept.ended(end - booked.start(), booked.end() - end));
    } else if (event instanceof PartRefused e) {
      change(e.id(), e.part(), part(e.id(), e.attempt(), e.part()).refused(e.why(), at));
    } else if (event instanceof PartLost e) {
      change(e.id(), e.part(), part(e.id(), e.attempt(), e.part()).lostAt(e.lost(), e.bySite()));
    } else {
      throw new UnsupportedOperationException(
          "the event store does not support the event " + event);
    }
  }

  // --- accounts

  private void open(AccountOpened opened) {
    var id = opened.account();
    if (state.account(id).isPresent()) {
      throw new IllegalStateException("account %s exists already".formatted(id));
    }
    state = state.with(AccountRecord.open(id, opened.number(), seq));
    opened.key().ifPresent(key -> use(key, id, opened.digest().orElse("")));
  }

  private void transfer(BookEvent.Transferred transferred) {
    var from = transferred.account();
    var to = transferred.to();
    long milli = transferred.milli();
    long movable = requireAccount(from).movableMilli();
    requireAccount(to);
    if (from.equals(to) || milli < 1 || milli > movable) {
      throw new IllegalStateException(
          "account %s cannot transfer %d to %s".formatted(from, milli, to));
    }
    pay(from, to, milli, Kind.TRANSFER, "");
    transferred.key().ifPresent(key -> use(key, from, transferred.digest()));
  }

  /** Stores the idempotency key of a request for an account. */
  private void use(String key, String account, String digest) {
    state =
        state.withKey(
            IdempotencyKeys.name(principal, account, key),
            new BookState.KeyRecord(digest, account, Optional.of(at)));
  }

  private void deposit(Deposited deposited) {
    if (deposited.milli() < 1) {
      throw new IllegalStateException("a deposit must be above 0");
    }
    requireAccount(deposited.account());
    pay(AccountRecord.BANK, deposited.account(), deposited.milli(), Kind.DEPOSIT, "");
    deposited.key().ifPresent(key -> use(key, deposited.account(), deposited.digest()));
  }

  private void limit(BookEvent.LimitsSet set) {
    var account = requireAccount(set.account());
    state = state.with(account.with().limits(Optional.of(set.limits())).version(seq).build());
  }

  private void grant(BookEvent.GrantSet set) {
    var account = requireAccount(set.account());
    state = state.with(account.with().granted(set.granted()).version(seq).build());
  }

  private void grant(BookEvent.GrantPaid paid) {
    var id = paid.account();
    var granted = state.account(id).flatMap(AccountRecord::granted);
    if (granted.filter(each -> each.next() <= paid.number()).isEmpty() || paid.milli() < 0) {
      throw new IllegalStateException(
          "account %s gets no grant for period %d".formatted(id, paid.number()));
    }
    if (paid.milli() > 0) {
      pay(AccountRecord.BANK, id, paid.milli(), Kind.GRANT, "");
      paid.lapses().ifPresent(at -> addLapsing(id, LapsingMoney.of(at, paid.milli())));
    }
    var account = state.account(id).orElseThrow();
    var next = new GrantRecord(granted.get().grant(), paid.number() + 1);
    state = state.with(account.with().granted(Optional.of(next)).version(seq).build());
  }

  private void lapse(BookEvent.GrantLapsed lapsed) {
    var id = lapsed.account();
    var account = requireAccount(id);
    var due = account.lapsing().until(lapsed.until());
    long milli = due.sumMilli();
    if (milli == 0) {
      throw new IllegalStateException("no money of account %s lapses".formatted(id));
    }
    state = state.with(account.withLapsing(account.lapsing().minus(due)));
    pay(id, AccountRecord.BANK, milli, Kind.LAPSE, "");
  }

  private void addLapsing(String id, LapsingMoney more) {
    var account = state.account(id).orElseThrow();
    state = state.with(account.withLapsing(account.lapsing().plus(more)));
  }

  /** Removes the part of a payment that would lapse from the lapsing money, and returns it. */
  LapsingMoney draw(String id, long milli) {
    var account = state.account(id).orElseThrow();
    var drawn = account.lapsing().first(milli);
    state = state.with(account.withLapsing(account.lapsing().minus(drawn)));
    return drawn;
  }

  /** Holds money of an account for a job or claim. Returns the held money that lapses. */
  LapsingMoney hold(String id, long milli, String job) {
    var drawn = draw(id, milli);
    move(id, -milli, milli, id, Kind.HOLD, job);
    return drawn;
  }

  /**
   * Pays held money of a job or claim back.
   *
   * @param lapsing part of the money that lapses
   */
  void payBack(String id, long milli, LapsingMoney lapsing, String job) {
    move(id, milli, -milli, id, Kind.PAY_BACK, job);
    addLapsing(id, lapsing);
  }

  AccountRecord requireAccount(String id) {
    return state
        .account(id)
        .orElseThrow(() -> new IllegalStateException("there is no account " + id));
  }

  /** Moves money between the balances of two accounts. */
  void pay(String from, String to, long milli, Kind kind, String job) {
    move(from, -milli, 0, to, kind, job);
    move(to, milli, 0, from, kind, job);
  }

  /** Pays money that an account holds for a job or claim to the owners of a node. */
  void charge(String account, String node, long milli, String job) {
    var owners = AccountRecord.ownersOf(domainOf(node));
    move(account, 0, -milli, owners, Kind.CHARGE, job);
    move(owners, milli, 0, account, Kind.CHARGE, job);
  }

  /**
   * Changes the balance and the held money of an account. The first change of the bank or of an
   * account of owners opens this account.
   */
  private void move(
      String id, long balanceMilli, long heldMilli, String counter, Kind kind, String job) {
    var account = state.account(id).orElseGet(() -> AccountRecord.open(id, -1, seq));
    long balance = Math.addExact(account.balanceMilli(), balanceMilli);
    long held = Math.addExact(account.heldMilli(), heldMilli);
    if (held < 0) {
      throw new IllegalStateException("account %s cannot hold %d".formatted(id, held));
    }
    state = state.with(account.with().balanceMilli(balance).heldMilli(held).version(seq).build());
    var key = new LedgerEntry.Key(id, seq, entries++);
    var owner = job.isEmpty() ? Optional.<String>empty() : Optional.of(job);
    long sum = balanceMilli + heldMilli;
    state = state.with(new LedgerEntry(key, counter, kind, sum, heldMilli, owner, at));
  }

  // --- tokens

  private void revoke(TokenRevoked revoked) {
    var id = revoked.id();
    var left =
        revoked.keepsDerived()
            ? DerivedTokens.without(state.tokens(), new TreeSet<>(List.of(id)))
            : DerivedTokens.revoked(state.tokens(), id);
    if (left.size() == state.tokens().size()) {
      throw new IllegalStateException("there is no token " + id);
    }
    state = state.withTokens(left);
  }

  // --- cycles

  private void begin(CycleBegun begun) {
    state =
        state.with(
            new CycleRecord(
                begun.cycle(), begun.tick(), begun.seen(), at, Optional.empty(), begun.turn()));
  }

  private void end(CycleEnded ended) {
    var cycle =
        state
            .cycles()
            .get(ended.cycle())
            .orElseThrow(() -> new IllegalStateException("no cycle " + ended.cycle()));
    state = state.with(cycle.withDone(Optional.of(ended.done())));
  }

  // --- nodes

  private void drain(NodeDrained drained) {
    var by = new DrainRecord(drained.node(), drained.mode(), drained.reason(), principal, at);
    state = state.withDrains(state.drains().with(drained.node(), by));
  }

  private void resume(String node) {
    if (state.drain(node).isEmpty()) {
      throw new IllegalStateException("node %s is not drained".formatted(node));
    }
    state = state.withDrains(state.drains().without(node));
  }

  private void requireForSale(JobBooked booked) {
    for (var node : booked.nodes()) {
      if (state.drain(node).isPresent()) {
        throw new IllegalStateException("node %s sells nothing".formatted(node));
      }
    }
  }

  // --- jobs

  JobRecord require(String id, JobState in) {
    var job = state.require(id);
    if (job.state() != in) {
      throw new IllegalStateException(
          "job %s is %s, not %s".formatted(id, job.state().label(), in.label()));
    }
    return job;
  }

  private void requireNew(String id, long number, String account) {
    boolean isKnown =
        state.job(id).isPresent() || state.array(id).isPresent() || state.workflow(id).isPresent();
    if (isKnown || number < state.nextNumber()) {
      throw new IllegalStateException("job %s exists already".formatted(id));
    }
    requireAccount(account);
  }

  private void submit(BookEvent.WorkflowSubmitted submitted) {
    requireNew(submitted.id(), submitted.number(), submitted.workflow().account());
    var workflow = new WorkflowRecord(submitted, at);
    state = state.with(workflow);
    workflow.keyName().ifPresent(key -> state = state.withKey(key, workflow.made()));
  }

  private void submit(JobSubmitted submitted) {
    requireNew(submitted.id(), submitted.number(), submitted.spec().account());
    var job = JobRecord.submitted(submitted, at, seq);
    state = state.with(job);
    job.key().ifPresent(key -> state = state.withKey(job.keyName(key), job.made()));
  }

  private void submit(BookEvent.ArraySubmitted submitted) {
    requireNew(submitted.id(), submitted.number(), submitted.spec().account());
    var array = new ArrayRecord(submitted, at);
    state = state.with(array);
    for (var element : submitted.elements()) {
      state = state.with(JobRecord.submitted(element, at, seq));
    }
    array.keyName().ifPresent(key -> state = state.withKey(key, array.made()));
  }

  private void change(JobChanged changed) {
    var job = require(changed.id(), JobState.WAITING);
    boolean isNext = changed.number() >= state.nextNumber();
    if ((changed.number() != job.number() && !isNext)
        || !changed.spec().account().equals(job.spec().account())) {
      throw new IllegalStateException("job %s cannot change in this way".formatted(job.id()));
    }
    state = state.withOpen(state.open().withoutNumber(job.number()));
    var other = job.with().number(changed.number()).spec(changed.spec()).version(seq).build();
    boolean wasSetAside = job.reason().code().equals(Reason.CANNOT_BE_PLANNED);
    state = state.with(wasSetAside ? other.in(JobState.WAITING, Reason.NONE, seq) : other);
  }

  private void book(JobBooked booked) {
    var job = require(booked.id(), JobState.WAITING);
    requireForSale(booked);
    var parts = PartRecord.all(booked.window(), booked.nodes());
    long cost = booked.window().costMilli();
    var account = job.spec().account();
    var drawn = hold(account, cost, job.id());
    var next = booked.awaitsSites() ? JobState.PLACED : JobState.BOOKED;
    state =
        state.with(
            state
                .moved(job, next, Reason.NONE, seq)
                .with(parts, booked.movable(), seq)
                .withTimes(booked.awaitsSites() ? job.times() : job.times().bookedAt(at))
                .withMoney(job.money().hold(cost, drawn)));
  }

  private void confirm(BookEvent.JobConfirmed confirmed) {
    var job = attempt(confirmed.id(), confirmed.attempt());
    require(job.id(), JobState.PLACED);
    state =
        state.with(
            state
                .moved(job, JobState.BOOKED, Reason.NONE, seq)
                .withTimes(job.times().bookedAt(at)));
    for (var part : job.parts()) {
      keep(part.node(), kept -> kept.confirmed(part.booked().span().lengthTicks()));
    }
  }

  /** Updates the record of the site of a node, if it has a site. */
  private void keep(String node, UnaryOperator<SiteTally> change) {
    if (state.market().confirms(node)) {
      state = state.with(state.market().kept(node, change));
    }
  }

  /** Pays all held money of a job back to its account. */
  private JobRecord paidBack(JobRecord job) {
    var money = job.money();
    if (money.held() > 0) {
      var account = job.spec().account();
      payBack(account, money.held(), money.lapsing(), job.id());
    }
    return job.withMoney(money.payBackAll());
  }

  private void requeue(JobRequeued requeued) {
    var job = state.require(requeued.id());
    boolean isNext = requeued.number() >= state.nextNumber();
    if (!job.state().mayBecome(JobState.WAITING)
        || (requeued.number() != job.number() && !isNext)) {
      throw new IllegalStateException(
          "job %s is %s and cannot wait again".formatted(job.id(), job.state().label()));
    }
    state = state.withOpen(state.open().withoutNumber(job.number()));
    var why = new Reason(requeued.code(), requeued.text());
    var again = paidBack(job).again(requeued.number(), why, seq);
    state = state.with(again);
    var domain = requeued.node().map(BookFold::domainOf);
    for (var part : job.parts()) {
      if (domain.equals(Optional.of(domainOf(part.node())))) {
        keep(part.node(), kept -> kept.lost(requeued.code()));
      }
    }
  }

  private void end(JobEnded ended) {
    var job = state.require(ended.id());
    var account = job.spec().account();
    var charged = ended.chargedMilli();
    if (!ended.state().isFinal() || charged.size() > job.parts().size()) {
      throw new IllegalStateException(
          "job %s has %d parts and cannot end as %s with %d"
              .formatted(job.id(), job.parts().size(), ended.state().label(), charged.size()));
    }
    for (int i = 0; i < charged.size(); i++) {
      long milli = charged.get(i);
      var part = job.parts().get(i);
      if (milli < 0 || milli > part.booked().costMilli()) {
        throw new IllegalStateException(
            "part %d of job %s costs %d, not %d"
                .formatted(i, job.id(), part.booked().costMilli(), milli));
      }
      if (milli > 0) {
        charge(account, part.node(), milli, job.id());
      }
    }
    long sum = charged.stream().mapToLong(Long::longValue).sum();
    use(account, sum);
    var left = job.money().charge(sum);
    var why = new Reason(ended.code(), ended.text());
    conclude(paidBack(job.withMoney(left)), ended.state(), why);
  }

  /** Adds a payment to the recent use of an account. */
  private void use(String id, long paidMilli) {
    var rules = state.rules().flatMap(SchedulerRules::queue);
    if (rules.isPresent() && paidMilli > 0) {
      var account = state.account(id).orElseThrow();
      var used = account.used().orElse(RecentUse.NONE);
      var more = used.plus(paidMilli, state.ticks().at(at), rules.get().halfLife());
      state = state.with(account.withUsed(Optional.of(more)));
    }
  }

  /** Returns the domain of a node, whose name is {@code DOMAIN-NUMBER}. */
  static String domainOf(String node) {
    int dash = node.lastIndexOf('-');
    return dash < 0 ? node : node.substring(0, dash);
  }

  private void conclude(JobRecord job, JobState outcome, Reason why) {
    var times = job.times();
    var ended = new Times(times.submitted(), times.booked(), times.started(), Optional.of(at));
    state = state.with(state.moved(job, outcome, why, seq).withTimes(ended).failedByExit());
  }

  // --- parts

  private JobRecord attempt(String id, int attempt) {
    var job = state.require(id);
    if (job.attempt() != attempt) {
      throw new IllegalStateException(
          "job %s is in attempt %d, not %d".formatted(id, job.attempt(), attempt));
    }
    return job;
  }

  private PartRecord part(String id, int attempt, int part) {
    var job = attempt(id, attempt);
    if (part >= job.parts().size() || job.parts().get(part).stage().isFinal()) {
      throw new IllegalStateException(
          "part %d of job %s does not exist, or has ended".formatted(part, id));
    }
    return job.parts().get(part);
  }

  private void change(String id, int at, PartRecord part) {
    state = state.with(state.require(id).with(part, at, seq));
  }

  private void start(PartStarted started) {
    var part = part(started.id(), started.attempt(), started.part());
    if (part.stage() != PartRecord.Stage.BOOKED) {
      throw new IllegalStateException(
          "part %d of job %s has started already".formatted(started.part(), started.id()));
    }
    var job = state.require(started.id());
    var times = job.times();
    var running =
        job.state() == JobState.RUNNING
            ? job
            : state
                .moved(job, JobState.RUNNING, Reason.NONE, seq)
                .withTimes(
                    new Times(
                        times.submitted(),
                        times.booked(),
                        Optional.of(started.started()),
                        Optional.empty()));
    state = state.with(running.with(part.startedAt(started.started()), started.part(), seq));
    long late = state.ticks().at(started.started()) - part.booked().span().start();
    keep(part.node(), kept -> kept.started(Math.max(0, late)));
  }
}
