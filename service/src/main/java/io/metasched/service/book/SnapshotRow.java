package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.metasched.service.run.Silence;
import io.metasched.service.site.SiteTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Storable piece of a snapshot of the book. A row of the table has many pieces. The first piece is
 * a {@link Head}.
 */
public sealed interface SnapshotRow {

  /**
   * Single values of a state.
   *
   * @param heapBytes estimated heap usage of the state, in bytes; 0 in snapshots of old versions
   */
  record Head(long seq, Instant origin, long nextNumber, long heapBytes) implements SnapshotRow {}

  record JobRow(JobRecord job) implements SnapshotRow {}

  /** Submission of an array. */
  record ArrayRow(BookEvent.ArraySubmitted submitted, Instant at) implements SnapshotRow {}

  /** Submission of a workflow. */
  record WorkflowRow(BookEvent.WorkflowSubmitted submitted, Instant at) implements SnapshotRow {}

  /** Element of an array, without the members that all elements have in common. */
  record ElementRow(@JsonIgnoreProperties({"user", "spec", "key", "digest"}) JobRecord job)
      implements SnapshotRow {
    /** Returns the job with the members of its array, which must be in the state. */
    JobRecord whole(BookState state) {
      var common = state.arrayOf(job).orElseThrow().submitted();
      return job.with()
          .user(common.user())
          .spec(common.spec())
          .key(Optional.empty())
          .digest(common.digest())
          .build();
    }
  }

  record AccountRow(AccountRecord account) implements SnapshotRow {}

  /** Entry of the ledger. */
  record LedgerRow(LedgerEntry entry) implements SnapshotRow {}

  record TokenRow(TokenRecord token) implements SnapshotRow {}

  /** Result of a request with an idempotency key. */
  record KeyRow(String key, BookState.KeyRecord made) implements SnapshotRow {}

  record CycleRow(CycleRecord cycle) implements SnapshotRow {}

  /** Drained node. */
  record DrainRow(DrainRecord drain) implements SnapshotRow {}

  /**
   * Single values of the market.
   *
   * @param why cause of the silence by node; empty if an old version wrote it
   */
  record MarketRow(List<String> silent, Optional<SortedMap<String, Silence>> why, long nextClaim)
      implements SnapshotRow {
    public MarketRow {
      silent = List.copyOf(silent);
    }

    private SortedMap<String, Silence> silences(Instant origin) {
      return why.orElseGet(
          () -> {
            var unknown = new TreeMap<String, Silence>();
            silent.forEach(node -> unknown.put(node, new Silence(Silence.Cause.NO_AGENT, origin)));
            return unknown;
          });
    }
  }

  /** Sale policy of a node. */
  record PolicyRow(NodePolicy policy) implements SnapshotRow {}

  /** Change of a sale policy. */
  record PolicyChangeRow(PolicyChange change) implements SnapshotRow {}

  /** Claim of node time without a job. */
  record ClaimRow(ClaimRecord claim) implements SnapshotRow {}

  /**
   * Time that the site of a node uses for itself.
   *
   * @param past last time that the site has used; empty in earlier versions
   */
  record SiteRow(String node, List<SiteSpan> spans, Optional<List<SiteSpan>> past)
      implements SnapshotRow {
    public SiteRow {
      spans = List.copyOf(spans);
    }

    private static SiteRow of(Market market, String node) {
      var past = Optional.of(market.pastSiteTime(node)).filter(all -> !all.isEmpty());
      return new SiteRow(node, market.siteTime(node), past);
    }
  }

  /** Terms under which the site of a node sells its time. */
  record SiteTermsRow(String node, SiteTerms terms) implements SnapshotRow {}

  /** Record of the windows that the site of a domain has kept. */
  record SiteTallyRow(String domain, SiteTally kept) implements SnapshotRow {}

  /** Bytes written by requests on the last day. */
  record WrittenRow(long day, SortedMap<String, Long> bytes) implements SnapshotRow {}

  /** Rules of the scheduler. */
  record RulesRow(SchedulerRules rules) implements SnapshotRow {}

  record WebhookRow(WebhookRecord webhook) implements SnapshotRow {}

  /** Passes all pieces of a state to a receiver. */
  static void write(BookState state, Consumer<SnapshotRow> to) {
    long heapBytes = state.open().tally().heapBytes();
    to.accept(new Head(state.seq(), state.origin(), state.nextNumber(), heapBytes));
    state.accounts().entries().forEach(each -> to.accept(new AccountRow(each.value())));
    for (var array : state.arrays().values()) {
      to.accept(new ArrayRow(array.submitted(), array.at()));
    }
    for (var workflow : state.workflows().values()) {
      to.accept(new WorkflowRow(workflow.submitted(), workflow.at()));
    }
    state.jobs().values().forEach(job -> to.accept(row(state, job)));
    state.ledger().entries().forEach(each -> to.accept(new LedgerRow(each.value())));
    state.tokens().entries().forEach(each -> to.accept(new TokenRow(each.value())));
    for (var each : state.keys().entries()) {
      if (!isOfJob(state, each.key(), each.value())) {
        to.accept(new KeyRow(each.key(), each.value()));
      }
    }
    state.cycles().entries().forEach(each -> to.accept(new CycleRow(each.value())));
    state.drains().entries().forEach(each -> to.accept(new DrainRow(each.value())));
    var market = state.market();
    market.policies().entries().forEach(each -> to.accept(new PolicyRow(each.value())));
    market.changes().entries().forEach(each -> to.accept(new PolicyChangeRow(each.value())));
    market.claims().entries().forEach(each -> to.accept(new ClaimRow(each.value())));
    var ofSites = new TreeSet<String>();
    market.sites().entries().forEach(each -> ofSites.add(each.key()));
    market.past().entries().forEach(each -> ofSites.add(each.key()));
    ofSites.forEach(node -> to.accept(SiteRow.of(market, node)));
    market.terms().entries().forEach(each -> to.accept(new SiteTermsRow(each.key(), each.value())));
    market.kept().entries().forEach(each -> to.accept(new SiteTallyRow(each.key(), each.value())));
    to.accept(
        new MarketRow(
            List.copyOf(market.silent().keySet()),
            Optional.of(market.silent()),
            market.nextClaim()));
    var written = state.open().tally().written();
    if (written.day() > 0) {
      var bytes = new TreeMap<String, Long>();
      written.bytes().entries().forEach(each -> bytes.put(each.key(), each.value()));
      to.accept(new WrittenRow(written.day(), bytes));
    }
    state.rules().ifPresent(rules -> to.accept(new RulesRow(rules)));
    state.webhooks().entries().forEach(each -> to.accept(new WebhookRow(each.value())));
  }

  private static SnapshotRow row(BookState state, JobRecord job) {
    return state.arrayOf(job).filter(array -> array.spec().equals(job.spec())).isPresent()
        ? new ElementRow(job)
        : new JobRow(job);
  }

  /** Returns whether the job's own piece already contains the key. */
  private static boolean isOfJob(BookState state, String key, BookState.KeyRecord made) {
    return state
        .job(made.made())
        .filter(job -> made.equals(job.made()))
        .flatMap(job -> job.key().map(job::keyName))
        .filter(key::equals)
        .isPresent();
  }

  /** Returns all pieces of a state. */
  static List<SnapshotRow> rows(BookState state) {
    var rows = new ArrayList<SnapshotRow>();
    write(state, rows::add);
    return rows;
  }

  /** Returns the state with this piece added. */
  default BookState into(BookState state) {
    if (this instanceof Head head) {
      return state
          .with()
          .seq(head.seq())
          .origin(head.origin())
          .nextNumber(head.nextNumber())
          .build();
    } else if (this instanceof JobRow row) {
      var job = row.job().failedByExit();
      var with = state.with(job);
      return job.key().map(key -> with.withKeyRow(job.keyName(key), job.made())).orElse(with);
    } else if (this instanceof ArrayRow row) {
      return state.with(new ArrayRecord(row.submitted(), row.at()));
    } else if (this instanceof WorkflowRow row) {
      return state.with(new WorkflowRecord(row.submitted(), row.at()));
    } else if (this instanceof ElementRow row) {
      return state.with(row.whole(state));
    } else if (this instanceof AccountRow row) {
      return state.with(row.account());
    } else if (this instanceof LedgerRow row) {
      return state.with(row.entry());
    } else if (this instanceof TokenRow row) {
      return state.withTokens(state.tokens().with(row.token().sha256(), row.token()));
    } else if (this instanceof KeyRow row) {
      return state.withKeyRow(row.key(), row.made());
    } else if (this instanceof DrainRow row) {
      return state.withDrains(state.drains().with(row.drain().node(), row.drain()));
    } else if (this instanceof PolicyRow row) {
      return state.with(state.market().with(row.policy()));
    } else if (this instanceof PolicyChangeRow row) {
      return state.with(state.market().with(row.change()));
    } else if (this instanceof ClaimRow row) {
      return state.with(state.market().with(row.claim()));
    } else if (this instanceof SiteRow row) {
      var current = state.market().withSiteTime(row.node(), row.spans());
      return state.with(current.withPastSiteTime(row.node(), row.past().orElse(List.of())));
    } else if (this instanceof SiteTermsRow row) {
      return state.with(state.market().withTerms(row.node(), Optional.of(row.terms())));
    } else if (this instanceof SiteTallyRow row) {
      var kept = state.market().kept().with(row.domain(), row.kept());
      return state.with(state.market().withKept(kept));
    } else if (this instanceof MarketRow row) {
      var silent = row.silences(state.origin());
      return state.with(state.market().withSilent(silent).withNextClaim(row.nextClaim()));
    } else if (this instanceof WrittenRow row) {
      return state.at(state.seq(), new Written(row.day(), SortedTree.of(row.bytes())));
    } else if (this instanceof RulesRow row) {
      return state.withRules(Optional.of(row.rules()));
    } else if (this instanceof WebhookRow row) {
      return state.withWebhooks(state.webhooks().with(row.webhook().id(), row.webhook()));
    } else {
      return state.with(((CycleRow) this).cycle());
    }
  }
}
