package io.metasched.lab.check;

import java.util.Locale;

/** Invariant of the service. */
public enum Invariant {
  ACKNOWLEDGED_IS_KEPT(
      "each job, cancellation, deposit, grant, reservation, release, offer and drain answered with"
          + " 2xx exists"),
  ONE_FOR_EACH_KEY(
      "no key created two jobs, deposits or reservations; repetitions got the same answer"),
  ANSWERS("no 5xx except 503; no 400, 404 or key-reused"),
  STARTED_ONCE(
      "no run has two starts; a job starts again only if it requests that, and after its first"
          + " attempt has ended"),
  INSIDE_ITS_WINDOW(
      "the first line is in the window or up to 0.5 s later, no line is later than 2.5 s after the"
          + " window; all are on the booked node"),
  ONE_ON_A_NODE("no two runs, or a run and a local job of a site, were on one node at one time"),
  LOCAL_JOBS_GO_ON(
      "no local job of a site waited more than 5 s (60 s within 30 s of a fault) for reservations"
          + " without a booked window, or with an ended run"),
  ACCEPTED_SITES(
      "a job that does not accept advised windows has no booking, run or batch job at a site that"
          + " sells such windows, and no reservation exists there"),
  NOTHING_REMAINS("no reservation and no job of the service remains at a site"),
  EXIT_AS_IT_WAS("the reported exit is the one that the process wrote last"),
  MONEY(
      "each event sums to zero; no account is overdrawn; jobs and accounts match their ledgers; no"
          + " period of a grant is paid twice; a job that never started, or was lost by its site, is"
          + " charged nothing"),
  EVENTS("numbers have no gaps; each reader got each event once and unchanged"),
  STATES("all changes of state follow the [diagram](service.md#states-of-a-job)"),
  WORKFLOWS(
      "each job of a workflow has its window after those of the jobs that it follows, starts after"
          + " their ends, and all together cost no more than the budget"),
  PLANS_AGAIN("the history is complete, and `metasched rerun` plans the same windows"),
  BACKUPS(
      "each backup, made at a random instant, is a beginning of the history without violations, and"
          + " restores to the state after its last event"),
  SERVED("with a hostile tenant, each other request is answered within 2 minutes and without 429"),
  COMES_TO_REST("all jobs end, and no 3 minutes pass without the end of one");

  private final String meaning;

  Invariant(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the condition, for the docs. */
  public String meaning() {
    return meaning;
  }

  /** Returns the external name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
