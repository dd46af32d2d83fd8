package io.metasched.service.site.slurm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** State of a job of a site, in the words of {@code squeue} and {@code sacct}. */
public enum SiteJobState {
  PENDING(Phase.WAITING),
  /** Requeued and kept from starting. */
  REQUEUE_HOLD(Phase.WAITING),
  /** Requeued by a federation. */
  REQUEUE_FED(Phase.WAITING),
  /** Requeued, about to be pending. */
  REQUEUED(Phase.WAITING),
  /** Requeued and held because of a special exit status. */
  SPECIAL_EXIT(Phase.WAITING),
  /** Held because its reservation was deleted. */
  RESV_DEL_HOLD(Phase.WAITING),
  /** With nodes that are being prepared. */
  CONFIGURING(Phase.ON_NODES),
  /** With nodes that are being powered up. */
  POWER_UP_NODE(Phase.ON_NODES),
  RUNNING(Phase.ON_NODES),
  /** Stopped, with its cores given to others. */
  SUSPENDED(Phase.ON_NODES),
  /** Stopped, with its cores kept. */
  STOPPED(Phase.ON_NODES),
  RESIZING(Phase.ON_NODES),
  SIGNALING(Phase.ON_NODES),
  /** Copying its files out. */
  STAGE_OUT(Phase.ON_NODES),
  /** Ending; its nodes are not free yet. */
  COMPLETING(Phase.ON_NODES),
  /** Ended, to be written to the accounting. */
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
  /** Ended for a job of higher priority. */
  PREEMPTED(Phase.ENDED_BY_SITE),
  NODE_FAIL(Phase.ENDED_BY_SITE),
  BOOT_FAIL(Phase.ENDED_BY_SITE),
  LAUNCH_FAILED(Phase.ENDED_BY_SITE),
  RECONFIG_FAIL(Phase.ENDED_BY_SITE),
  /** Started by another cluster of a federation. */
  REVOKED(Phase.ENDED_BY_SITE),
  /** A word that this program does not know. */
  UNKNOWN(Phase.UNKNOWN);

  private static final Map<String, SiteJobState> WORDS = words();

  private final Phase phase;

  /** Part of a job's life to which a state belongs. */
  public enum Phase {
    /** In the queue. */
    WAITING,
    /** With nodes, which are not free. */
    ON_NODES,
    /** Over, by itself, its limits or a command. */
    ENDED,
    /** Over by a fault or a decision of the site. */
    ENDED_BY_SITE,
    /** Not known: neither over nor without nodes. */
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
   * @return {@link #UNKNOWN} for a word that is not known
   */
  static SiteJobState parse(String text) {
    var word = text.strip().toUpperCase(Locale.ROOT);
    return WORDS.getOrDefault(word.startsWith("CANCELLED BY ") ? "CANCELLED" : word, UNKNOWN);
  }

  /** Returns the part of the job's life. */
  public Phase phase() {
    return phase;
  }

  /** Returns whether the job is over, and will not run again unless it is requeued. */
  public boolean isOver() {
    return phase == Phase.ENDED || phase == Phase.ENDED_BY_SITE;
  }
}
