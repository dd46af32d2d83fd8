package io.metasched.service.site.slurm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** State of a job of a site, as named by {@code squeue} and {@code sacct}. */
public enum SiteJobState {
  PENDING(Phase.WAITING),
  /** Requeued and held. */
  REQUEUE_HOLD(Phase.WAITING),
  /** Requeued by a federation. */
  REQUEUE_FED(Phase.WAITING),
  /** Requeued, about to be pending. */
  REQUEUED(Phase.WAITING),
  /** Requeued and held because of a special exit status. */
  SPECIAL_EXIT(Phase.WAITING),
  /** Held because its reservation was deleted. */
  RESV_DEL_HOLD(Phase.WAITING),
  /** Allocated; its nodes are being prepared. */
  CONFIGURING(Phase.ON_NODES),
  /** Allocated; its nodes are being powered up. */
  POWER_UP_NODE(Phase.ON_NODES),
  RUNNING(Phase.ON_NODES),
  /** Suspended; its cores are available to other jobs. */
  SUSPENDED(Phase.ON_NODES),
  /** Stopped; the job keeps its cores. */
  STOPPED(Phase.ON_NODES),
  RESIZING(Phase.ON_NODES),
  SIGNALING(Phase.ON_NODES),
  /** Staging out its files. */
  STAGE_OUT(Phase.ON_NODES),
  /** Terminating; its nodes are not free yet. */
  COMPLETING(Phase.ON_NODES),
  /** Ended; its accounting record is not written yet. */
  UPDATE_DB(Phase.ON_NODES),
  COMPLETED(Phase.ENDED),
  /** Cancelled by its user or an administrator. */
  CANCELLED(Phase.ENDED),
  /** Ended with an exit status other than 0, or by a signal. */
  FAILED(Phase.ENDED),
  /** Ended at its time limit. */
  TIMEOUT(Phase.ENDED),
  OUT_OF_MEMORY(Phase.ENDED),
  /** Not started before its deadline. */
  DEADLINE(Phase.ENDED),
  /** Preempted by a job of higher priority. */
  PREEMPTED(Phase.ENDED_BY_SITE),
  NODE_FAIL(Phase.ENDED_BY_SITE),
  BOOT_FAIL(Phase.ENDED_BY_SITE),
  LAUNCH_FAILED(Phase.ENDED_BY_SITE),
  RECONFIG_FAIL(Phase.ENDED_BY_SITE),
  /** Started by another cluster of a federation. */
  REVOKED(Phase.ENDED_BY_SITE),
  /** Unknown to this program. */
  UNKNOWN(Phase.UNKNOWN);

  private static final Map<String, SiteJobState> WORDS = words();

  private final Phase phase;

  /** Phase in the life cycle of a job. */
  public enum Phase {
    /** In the queue. */
    WAITING,
    /** Allocated; its nodes are not free. */
    ON_NODES,
    /** Ended by itself, its limits or a command. */
    ENDED,
    /** Ended by a fault or a decision of the site. */
    ENDED_BY_SITE,
    /** Unknown; the job must not be assumed to have ended or to be without nodes. */
    UNKNOWN
  }

  SiteJobState(Phase phase) {
    this.phase = phase;
  }

  private static Map<String, SiteJobState> words() {
    var words = new TreeMap<String, SiteJobState>();
    Arrays.stream(values()).forEach(state -> words.put(state.name(), state));
    words.put("COMPLETE", COMPLETED);
    return words;
  }

  /**
   * Parses a state as {@code squeue -o %T} or {@code sacct} prints it, such as {@code RUNNING} or
   * {@code CANCELLED by 1000}.
   *
   * @return {@link #UNKNOWN} for an unknown word
   */
  static SiteJobState parse(String text) {
    var word = text.strip().toUpperCase(Locale.ROOT);
    return WORDS.getOrDefault(word.startsWith("CANCELLED BY ") ? "CANCELLED" : word, UNKNOWN);
  }

  /** Returns the phase in the life cycle of the job. */
  public Phase phase() {
    return phase;
  }

  /** Returns whether the job has ended. An ended job runs again only if it is requeued. */
  public boolean isOver() {
    return phase == Phase.ENDED || phase == Phase.ENDED_BY_SITE;
  }
}
