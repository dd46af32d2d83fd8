package io.metasched.service.book;

import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.run.EndCause;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.TakenSpan;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Generator of random events, most of which the state allows. */
public final class RandomHistory {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");
  private final Random random;
  private final boolean hasArrays;
  private final ArrayDeque<BookEvent> due = new ArrayDeque<>();
  private BookState state = BookState.EMPTY;

  /** Creates a history without arrays, determined by the seed. */
  public RandomHistory(long seed) {
    this(seed, false);
  }

  private RandomHistory(long seed, boolean hasArrays) {
    random = new Random(seed);
    this.hasArrays = hasArrays;
  }

  /** Creates a history with arrays and workflows, determined by the seed. */
  static RandomHistory withArrays(long seed) {
    return new RandomHistory(seed, true);
  }

  public BookState state() {
    return state;
  }

  /**
   * Generates a random event and applies it; returns empty if the state does not allow the event.
   */
  public Optional<Recorded> next() {
    long seq = state.seq() + 1;
    var event =
        seq == 1
            ? new BookEvent.Founded(ORIGIN)
            : Optional.ofNullable(due.poll()).orElseGet(this::draw);
    var recorded = new Recorded(seq, ORIGIN.plusMillis(seq * 10), "test", "r" + seq, event);
    try {
      state = state.after(recorded);
      return Optional.of(recorded);
    } catch (IllegalStateException refused) {
      due.clear();
      return Optional.empty();
    }
  }

  private BookEvent draw() {
    var job = job();
    return switch (random.nextInt(29)) {
      case 0 ->
          new BookEvent.AccountOpened(
              "a" + random.nextInt(4), random.nextInt(4), key(), Optional.of("d"));
      case 1 ->
          new BookEvent.Deposited(
              account(), random.nextInt(100_000), key(), "d" + random.nextInt(3));
      case 2, 3, 4 ->
          !hasArrays || random.nextInt(10) > 0
              ? submission()
              : random.nextBoolean() ? array() : workflow();
      case 5, 6, 7 -> booking(job);
      case 8, 9 ->
          state.job(job).filter(each -> each.state() == JobState.PLACED).isPresent()
              ? new BookEvent.JobConfirmed(job, attempt(job))
              : new BookEvent.JobStarting(job, attempt(job));
      case 10, 11 ->
          new BookEvent.PartStarted(job, attempt(job), part(), ORIGIN.plusSeconds(state.seq()));
      case 12, 13 ->
          new BookEvent.PartEnded(
              job,
              attempt(job),
              part(),
              random.nextInt(256),
              EndCause.EXITED,
              ORIGIN.plusSeconds(2 * state.seq()));
      case 14 ->
          random.nextBoolean()
              ? new BookEvent.PartRefused(job, attempt(job), part(), "no")
              : new BookEvent.PartLost(job, attempt(job), part(), ORIGIN);
      case 15 -> requeue(job);
      case 16, 17 -> ending(job);
      case 18 ->
          random.nextBoolean()
              ? new BookEvent.CancelAsked(job)
              : random.nextInt(4) > 0
                  ? new BookEvent.JobPostponed(job, 1, "no-alternative", "there is none")
                  : new BookEvent.JobSetAside(job, "an error");
      case 20 ->
          random.nextInt(20) > 0
              ? new BookEvent.CancelAsked(job)
              : new BookEvent.Forgotten(ORIGIN.plusMillis(random.nextInt((int) state.seq() * 5)));
      case 19 ->
          random.nextInt(4) > 0
              ? new BookEvent.NodeResumed("north-" + random.nextInt(3))
              : new BookEvent.NodeDrained(
                  "north-" + random.nextInt(3),
                  List.of(DrainMode.values()).get(random.nextInt(3)),
                  "why");
      case 21 -> claim();
      case 22 -> claimEnd();
      case 23 -> moving(job);
      case 24 -> market(job);
      case 25 -> webhook(job);
      case 26 ->
          new BookEvent.LimitsSet(
              account(),
              new AccountLimits(
                  new Limits(
                      Optional.of(random.nextInt(9)),
                      Optional.empty(),
                      Optional.of(random.nextInt(9)),
                      Optional.of(-5)),
                  Limits.NONE));
      case 27 -> grant();
      default -> service(job);
    };
  }

  private BookEvent webhook(String job) {
    return random.nextBoolean()
        ? new BookEvent.WebhookDeleted("w" + random.nextInt(4))
        : new BookEvent.WebhookMade(
            new WebhookRecord(
                "w" + random.nextInt(4),
                account(),
                "u",
                "s",
                List.of(Transition.ENDED),
                random.nextBoolean() ? Optional.empty() : Optional.of(job),
                Map.of(),
                state.seq() + 1));
  }

  private BookEvent submission() {
    return new BookEvent.JobSubmitted(id(), number(), user(), spec(), key(), "d");
  }

  private BookEvent array() {
    var indices = ArrayIndices.parse(random.nextInt(3) + "-" + (3 + random.nextInt(4)) + ":2,12");
    var most = Optional.of(random.nextInt(4)).filter(limit -> limit > 0);
    var shape = new ArrayShape(indices, most);
    return new BookEvent.ArraySubmitted(id(), number(), user(), spec(), shape, key(), "d");
  }

  /** Returns the submission of a workflow of three jobs, which are due next. */
  private BookEvent workflow() {
    long number = number();
    var id = id();
    var account = account();
    var ids = List.of(id + "a", id + "b", id + "c");
    var event =
        new BookEvent.WorkflowSubmitted(
            id,
            number,
            user(),
            new WorkflowSpec("w", account, Optional.of(5000L), Optional.empty(), "heft"),
            ids,
            key(),
            "d");
    if (state.account(account).isPresent()) {
      for (var job : ids) {
        var after =
            job.equals(ids.get(0))
                ? List.<Dependency>of()
                : List.of(new Dependency(ids.get(0), Dependency.Outcome.OK));
        var spec =
            spec()
                .withAccount(account)
                .withAfter(after)
                .withTask(Optional.of(new WorkflowTask(id, job)));
        due.add(
            new BookEvent.JobSubmitted(
                job, number + 1 + due.size(), user(), spec, Optional.empty(), "d"));
      }
    }
    return event;
  }

  private String id() {
    return "j%06d".formatted(state.seq());
  }

  private long number() {
    return state.nextNumber() + random.nextInt(2);
  }

  private String user() {
    return "u" + state.seq() % 3;
  }

  private Optional<String> key() {
    if (random.nextBoolean()) {
      return Optional.empty();
    }
    int number = random.nextInt(10); // odd numbers in the format of earlier versions
    return Optional.of((number % 2 == 0 ? "/v1/jobs\n" : "") + "k" + number);
  }

  private String account() {
    return "a" + random.nextInt(4);
  }

  private int part() {
    return random.nextInt(3);
  }

  private String job() {
    var ids = new ArrayList<String>();
    state.jobs().entries().forEach(each -> ids.add(each.key()));
    return ids.isEmpty() ? "none" : ids.get(random.nextInt(ids.size()));
  }

  private int attempt(String id) {
    return state.job(id).map(JobRecord::attempt).orElse(1);
  }

  private record Drawn(Window window, List<String> nodes) {}

  private Drawn window() {
    var parts = new ArrayList<Part>();
    var nodes = new ArrayList<String>();
    for (int node = 0; node <= random.nextInt(3); node++) {
      parts.add(
          Part.on(Node.of(node, 1, 0), 1000, 1000 + random.nextInt(5000), 1 + random.nextInt(9)));
      nodes.add("north-" + node);
    }
    return new Drawn(new Window(parts), nodes);
  }

  private BookEvent booking(String job) {
    var drawn = window();
    if (random.nextInt(4) == 0) {
      return BookEvent.JobBooked.placed(
          job, 0, state.seq(), drawn.window(), drawn.nodes(), random.nextBoolean());
    }
    return new BookEvent.JobBooked(
        job, 0, state.seq(), drawn.window(), drawn.nodes(), random.nextInt(4) > 0);
  }

  private BookEvent requeue(String job) {
    long number =
        random.nextBoolean()
            ? state.nextNumber()
            : state.job(job).map(JobRecord::number).orElse(0L);
    var codes =
        List.of(
            ReasonCode.NOT_READY,
            ReasonCode.SITE_REFUSED,
            ReasonCode.SITE_SILENT,
            ReasonCode.SITE_TOOK_BACK);
    var code = codes.get(random.nextInt(codes.size()));
    return new BookEvent.JobRequeued(
        job,
        number,
        code.label(),
        "text",
        code == ReasonCode.NOT_READY ? Optional.empty() : Optional.of("north-0"));
  }

  /** Returns a move, mostly to one tick earlier and at another price. */
  /** Returns a job whose move sites have not confirmed yet. */
  private Optional<String> inMove() {
    for (var each : state.jobs().entries()) {
      if (each.value().isMoving()) {
        return Optional.of(each.key());
      }
    }
    return Optional.empty();
  }

  private BookEvent moving(String job) {
    var parts = new ArrayList<Part>();
    var nodes = new ArrayList<String>();
    int earlier = random.nextInt(4) > 0 ? 1 : 0;
    for (var each : state.job(job).map(JobRecord::parts).orElse(List.of())) {
      long start = each.booked().span().start() - earlier;
      long length = each.booked().span().lengthTicks();
      parts.add(Part.on(Node.of(parts.size(), 1, 0), start, length, 1 + random.nextInt(9)));
      nodes.add("north-" + parts.size());
    }
    var drawn = parts.isEmpty() ? window() : new Drawn(new Window(parts), nodes);
    return switch (random.nextInt(4)) {
      case 0 -> new BookEvent.JobMovePlaced(job, state.seq(), drawn.window(), drawn.nodes());
      case 1 -> new BookEvent.JobMoveRefused(inMove().orElse(job), "site-refused", "text");
      default -> new BookEvent.JobMoved(job, state.seq(), drawn.window(), drawn.nodes());
    };
  }

  private BookEvent grant() {
    var account = account();
    var at = ORIGIN.plusMillis(state.seq() * 10);
    long next =
        state.account(account).flatMap(AccountRecord::granted).map(GrantRecord::next).orElse(0L);
    var lapses = Optional.of(at.plusMillis(1000L * random.nextInt(5)));
    return switch (random.nextInt(9)) {
      case 8 -> new BookEvent.Transferred(account, account(), random.nextInt(5000), key(), "d");
      case 0 -> new BookEvent.GrantSet(account, Optional.empty());
      case 1, 2 ->
          new BookEvent.GrantSet(account, Optional.of(new GrantRecord(terms(), random.nextInt(9))));
      case 3, 4 -> new BookEvent.GrantLapsed(account, at);
      default ->
          new BookEvent.GrantPaid(
              account,
              next + random.nextInt(3) - 1,
              random.nextInt(5000),
              lapses.filter(any -> random.nextInt(4) > 0));
    };
  }

  private Grant terms() {
    var periods = Grant.Period.values();
    return new Grant(
        random.nextInt(5000),
        periods[random.nextInt(periods.length)],
        "UTC",
        LocalDate.parse("2026-01-31"),
        random.nextBoolean());
  }

  private BookEvent claim() {
    var kinds = ClaimRecord.Kind.values();
    var kind = kinds[random.nextInt(kinds.length)];
    var drawn = window();
    var terms =
        new ClaimRecord.OfferTerms("wanted", ORIGIN.plusSeconds(state.seq()), random.nextBoolean());
    boolean isOffer = kind == ClaimRecord.Kind.OFFER;
    return new BookEvent.ClaimMade(
        "c" + state.seq(),
        state.market().nextClaim() + random.nextInt(2),
        kind,
        "u",
        account(),
        "n",
        drawn.window(),
        drawn.nodes(),
        isOffer ? Optional.of(terms) : Optional.empty(),
        isOffer ? random.nextInt(3) : 0,
        key(),
        "d");
  }

  private BookEvent claimEnd() {
    var claims = new ArrayList<ClaimRecord>();
    state.market().claims().entries().forEach(each -> claims.add(each.value()));
    if (claims.isEmpty()) {
      return new BookEvent.ClaimEnded("none", ClaimRecord.State.OVER, List.of());
    }
    var claim = claims.get(random.nextInt(claims.size()));
    var charged = new ArrayList<Long>();
    if (claim.money().held() > 0 || random.nextInt(5) == 0) {
      for (var part : claim.window().parts()) {
        charged.add((long) random.nextInt(2 + (int) part.costMilli()));
      }
    }
    var states = ClaimRecord.State.values();
    return new BookEvent.ClaimEnded(claim.id(), states[random.nextInt(states.length)], charged);
  }

  private BookEvent market(String job) {
    return switch (random.nextInt(5)) {
      case 2 -> siteTime();
      case 4 -> siteTerms();
      case 0 -> new BookEvent.SalesStopped(List.of("north-" + random.nextInt(3)), Optional.empty());
      case 1 -> new BookEvent.JobLabelled(job, Map.of("l", "v" + state.seq()));
      default ->
          new BookEvent.PolicySet(
              new NodePolicy(
                  "north-" + random.nextInt(3),
                  random.nextInt(9),
                  List.of(
                      new NodePolicy.Tariff(
                          new WeekTimes(List.of(DayOfWeek.MONDAY), 60, 30), random.nextInt(9))),
                  random.nextInt(1000),
                  random.nextBoolean(),
                  List.of(new WeekTimes(List.of(), 0, 60))));
    };
  }

  private BookEvent siteTerms() {
    var terms =
        random.nextInt(4) > 0
            ? Optional.of(
                new SiteTerms(
                    "agent" + random.nextInt(2), "site", SiteTerms.Promise.FIRM, random.nextInt(9)))
            : Optional.<SiteTerms>empty();
    var changed = new TreeMap<String, Optional<SiteTerms>>();
    changed.put("north-" + random.nextInt(3), terms);
    return new BookEvent.SiteTermsChanged(changed);
  }

  private BookEvent siteTime() {
    var spans = new ArrayList<SiteSpan>();
    for (int i = random.nextInt(3); i > 0; i--) {
      var span = Span.of(random.nextInt(1000), 1 + random.nextInt(100));
      spans.add(new SiteSpan(span, TakenSpan.Reason.RESERVATION, "r" + i));
    }
    Collections.sort(spans);
    var taken = new TreeMap<String, List<SiteSpan>>();
    taken.put("north-" + random.nextInt(3), spans);
    return new BookEvent.SiteTimeChanged(taken);
  }

  private BookEvent service(String job) {
    int last = Math.max(0, state.cycles().size() - 1);
    return switch (random.nextInt(12)) {
      case 7, 8 -> new BookEvent.CycleBegun(state.cycles().size(), state.seq(), state.seq());
      case 9, 10, 11 -> new BookEvent.JobRefused(job, "deadline", "too late");
      case 0 ->
          new BookEvent.TokenIssued(
              new TokenRecord(
                  "t" + state.seq(),
                  "s" + state.seq(),
                  "u",
                  Role.USER,
                  List.of(account()),
                  List.of(),
                  Optional.empty(),
                  Optional.of("t" + state.seq() / 2),
                  Optional.of(new IdentityOrigin("https://i", "s"))
                      .filter(by -> state.seq() % 3 == 0)));
      case 1 ->
          state.seq() % 5 == 0
              ? new BookEvent.IdentityUsed("https://i", "s", token())
              : new BookEvent.TokenRevoked(token(), state.seq() % 2 == 0);
      case 2, 3 ->
          new BookEvent.JobChanged(
              job,
              random.nextBoolean()
                  ? state.nextNumber()
                  : state.job(job).map(JobRecord::number).orElse(0L),
              state.job(job).map(JobRecord::spec).orElseGet(this::spec));
      case 4 -> new BookEvent.CycleEnded(last, new CycleRecord.Done(state.seq(), 3, 1, 1, 1, 20));
      case 5 ->
          new BookEvent.RulesSet(
              new SchedulerRules(
                  List.of(),
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(1),
                  Duration.ofDays(7),
                  Duration.ofMillis(1 + state.seq()),
                  10,
                  "css",
                  new TreeMap<>(),
                  1000,
                  Optional.empty(),
                  Optional.of(QueueRules.USUAL),
                  Optional.empty(),
                  Optional.of(true)));
      default ->
          random.nextBoolean()
              ? new BookEvent.MovesBegun(
                  state.seq(), state.seq(), state.seq(), state.seq(), Optional.empty())
              : new BookEvent.MovesEnded(state.seq());
    };
  }

  private String token() {
    var tokens = state.tokens().entries().iterator();
    return tokens.hasNext() ? tokens.next().value().id() : "none";
  }

  private BookEvent ending(String job) {
    var outcomes =
        List.of(
            JobState.FINISHED,
            JobState.FAILED,
            JobState.OVERRAN,
            JobState.WITHDRAWN,
            JobState.LOST,
            JobState.RUNNING);
    var charged = new ArrayList<Long>();
    for (var part : state.job(job).map(JobRecord::parts).orElse(List.of())) {
      charged.add((long) random.nextInt(1 + (int) part.booked().costMilli()));
    }
    return new BookEvent.JobEnded(
        job, outcomes.get(random.nextInt(outcomes.size())), "code", "text", charged);
  }

  private JobSpec spec() {
    var plain = ExampleJobs.named("n");
    return plain
        .with()
        .account(account())
        .labels(Map.of("l", "v"))
        .notBefore(Optional.of(ORIGIN))
        .run(
            plain
                .run()
                .with()
                .environment(Map.of("A", "b"))
                .warnMillis(Optional.of(5L))
                .processes(Optional.of(7))
                .chdir(Optional.of("d"))
                .build())
        .build();
  }
}
