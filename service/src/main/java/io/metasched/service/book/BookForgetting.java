package io.metasched.service.book;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Removal of finished items that ended before an instant: jobs with their webhooks, whole arrays
 * and workflows, reservations and their keys, keys of requests for accounts, cycles except the last
 * one, tokens, policies. Old ledger entries of each account are merged into one entry with the same
 * sum.
 */
final class BookForgetting {
  private final Instant before;
  private BookState state;

  BookForgetting(BookState state, Instant before) {
    this.state = state;
    this.before = before;
  }

  /** Returns whether there is a job or a cycle to remove. */
  boolean findsAny() {
    return !jobs(true).isEmpty() || !cycles(true).isEmpty();
  }

  BookState forget() {
    var jobs = state.jobs();
    var arrays = state.arrays();
    var workflows = state.workflows();
    var keys = state.keys();
    var webhooks = state.webhooks();
    var forgotten = jobs(false);
    for (var job : forgotten) {
      jobs = jobs.without(job.id());
      var array = JobIds.array(job.id()).flatMap(arrays::get);
      if (array.isPresent()) { // all its elements are forgotten
        arrays = arrays.without(array.get().id());
        keys = array.get().keyName().map(keys::without).orElse(keys);
      }
      var workflow = job.spec().task().map(WorkflowTask::workflow).flatMap(workflows::get);
      if (workflow.isPresent()) { // all its jobs are forgotten
        workflows = workflows.without(workflow.get().id());
        keys = workflow.get().keyName().map(keys::without).orElse(keys);
      }
      if (job.key().isPresent()) {
        keys = keys.without(job.keyName(job.key().get()));
      }
    }
    var cycles = state.cycles();
    for (int cycle : cycles(false)) {
      cycles = cycles.without(cycle);
    }
    var expired = new TreeSet<String>();
    for (var each : state.tokens().entries()) {
      if (each.value().expires().filter(before::isAfter).isPresent()) {
        expired.add(each.value().id());
      }
    }
    var tokens = DerivedTokens.without(state.tokens(), expired);
    var market = state.market().withoutChanges(before);
    var over = new TreeSet<String>();
    for (var each : market.claims().entries()) {
      if (each.value().ended().filter(before::isAfter).isPresent()) {
        over.add(each.key());
        market = market.without(each.key());
      }
    }
    for (var each : state.keys().entries()) {
      var made = each.value();
      boolean isOld = over.contains(made.made()) || made.at().filter(before::isAfter).isPresent();
      keys = isOld ? keys.without(each.key()) : keys;
    }
    for (var each : state.webhooks().entries()) {
      var only = each.value().job();
      boolean isKept =
          only.isEmpty() || isKnown(jobs, only.get()) || workflows.get(only.get()).isPresent();
      webhooks = isKept ? webhooks : webhooks.without(each.key());
    }
    state = state.withTokens(tokens).with(market).withWebhooks(webhooks);
    return state.without(jobs, arrays, workflows, keys, cycles, ledger(), forgotten);
  }

  /** Returns whether a job, or an element of an array of jobs, is among the jobs. */
  private static boolean isKnown(SortedTree<String, JobRecord> jobs, String given) {
    var found = jobs.from(given, true).iterator();
    return found.hasNext() && WebhookRecord.isOf(given, found.next().key());
  }

  /**
   * Returns finished jobs to remove. Stops at the first job submitted later, because job ids are in
   * order of submission.
   */
  private List<JobRecord> jobs(boolean one) {
    var over = new ArrayList<JobRecord>();
    for (var each : state.jobs().entries()) {
      var job = each.value();
      if (!job.times().submitted().isBefore(before) || (one && !over.isEmpty())) {
        break;
      } else if (state
          .groupOf(job)
          .map(group -> group.wasOver(before))
          .orElseGet(() -> job.wasOver(before))) {
        over.add(job);
      }
    }
    return over;
  }

  private List<Integer> cycles(boolean one) {
    var over = new ArrayList<Integer>();
    for (var each : state.cycles().entries()) {
      boolean isLast = over.size() + 1 == state.cycles().size();
      if (isLast || !each.value().begun().isBefore(before) || (one && !over.isEmpty())) {
        break;
      }
      over.add(each.key());
    }
    return over;
  }

  private SortedTree<LedgerEntry.Key, LedgerEntry> ledger() {
    var ledger = state.ledger();
    for (var account : state.accounts().entries()) {
      long milli = 0;
      long held = 0;
      @Nullable LedgerEntry last = null;
      var from = new LedgerEntry.Key(account.key(), 0, 0);
      for (var each : state.ledger().from(from, true)) {
        var entry = each.value();
        if (!entry.key().account().equals(account.key()) || !entry.at().isBefore(before)) {
          break;
        }
        ledger = ledger.without(entry.key());
        milli += entry.milli();
        held += entry.heldMilli();
        last = entry;
      }
      if (last != null) {
        var key = last.key();
        var kind = LedgerEntry.Kind.CARRIED_FORWARD;
        ledger =
            ledger.with(
                key,
                new LedgerEntry(
                    key, key.account(), kind, milli, held, Optional.empty(), last.at()));
      }
    }
    return ledger;
  }
}
