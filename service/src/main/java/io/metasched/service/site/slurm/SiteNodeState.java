package io.metasched.service.site.slurm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** State of a node of a site, as named by {@code sinfo}. */
public enum SiteNodeState {
  /** Without jobs. */
  IDLE(Use.UP),
  /** With jobs on some of its cores. */
  MIXED(Use.UP),
  /** With jobs on all of its cores. */
  ALLOCATED(Use.UP),
  /** With jobs that are terminating. */
  COMPLETING(Use.UP),
  /** Inside a reservation. */
  RESERVED(Use.UP),
  /** Planned for a job of higher priority. */
  PLANNED(Use.UP),
  /** Inside a reservation for maintenance. */
  MAINT(Use.MAINTAINED),
  /** Drained by an administrator; its current jobs may finish. */
  DRAINING(Use.DRAINED),
  /** Drained by an administrator, without jobs. */
  DRAINED(Use.DRAINED),
  /** Expected to fail; its current jobs may finish. */
  FAILING(Use.DRAINED),
  /** Expected to fail. */
  FAIL(Use.DRAINED),
  /** Not usable. */
  DOWN(Use.DOWN),
  /** Registered with fewer resources than configured. */
  INVAL(Use.DOWN),
  /** Failed; used by earlier versions of Slurm. */
  ERROR(Use.DOWN),
  /** Configured, but not available yet. */
  FUTURE(Use.DOWN),
  /** Not registered yet since the start of the controller. */
  UNREGISTERED(Use.DOWN),
  /** Blocked by a job with exclusive use of its switch or board. */
  BLOCKED(Use.DOWN),
  /** Its performance counters are in use by one job. */
  PERFCTRS(Use.DOWN),
  /** To be rebooted, or being rebooted. */
  REBOOT(Use.DOWN),
  /** Being powered up. */
  POWERING_UP(Use.DOWN),
  /** Powered down, or about to be powered down. */
  POWERED_DOWN(Use.DOWN),
  /** Unknown to this program. */
  UNKNOWN(Use.DOWN);

  private static final Map<String, SiteNodeState> WORDS = words();

  private final Use use;

  /** Availability of a node to the site's jobs. */
  public enum Use {
    /** Accepts jobs, now or after its current jobs. */
    UP,
    /** In maintenance for the time of a reservation. */
    MAINTAINED,
    /** Accepts no more jobs until an administrator resumes it. */
    DRAINED,
    /** Accepts no jobs, for an unknown time. */
    DOWN
  }

  SiteNodeState(Use use) {
    this.use = use;
  }

  private static Map<String, SiteNodeState> words() {
    var words = new TreeMap<String, SiteNodeState>();
    Arrays.stream(values()).forEach(state -> words.put(state.name(), state));
    words.put("UNKNOWN", UNREGISTERED);
    words.put("UNK", UNREGISTERED);
    words.put("ALLOC", ALLOCATED);
    words.put("ALLOCATED+", ALLOCATED);
    words.put("COMP", COMPLETING);
    words.put("DRAIN", DRAINED);
    words.put("DRNG", DRAINING);
    words.put("FAILG", FAILING);
    words.put("FUTR", FUTURE);
    words.put("MIX", MIXED);
    words.put("NPC", PERFCTRS);
    words.put("PLND", PLANNED);
    words.put("RESV", RESERVED);
    words.put("REBOOT_ISSUED", REBOOT);
    words.put("REBOOT_REQUESTED", REBOOT);
    words.put("POWER_UP", POWERING_UP);
    words.put("POWER_DOWN", POWERED_DOWN);
    words.put("POWERING_DOWN", POWERED_DOWN);
    return words;
  }

  /**
   * Parses a state as {@code sinfo -o %T} prints it, such as {@code mixed} or {@code idle*}. A flag
   * at the end of the word takes precedence if the flag makes the node unavailable and the word
   * does not.
   *
   * @return {@link #UNKNOWN} for an unknown word or flag
   */
  static SiteNodeState parse(String text) {
    var word = text.strip().toUpperCase(Locale.ROOT);
    var flagged = UNKNOWN;
    if (!word.isEmpty() && !WORDS.containsKey(word)) {
      flagged =
          switch (word.charAt(word.length() - 1)) {
            case '*', '-' -> IDLE; // isSilent reads '*'; planned ('-') changes nothing
            case '~', '!', '%' -> POWERED_DOWN;
            case '#' -> POWERING_UP;
            case '@', '^' -> REBOOT;
            case '$' -> MAINT;
            default -> UNKNOWN;
          };
      word = word.substring(0, word.length() - 1);
      if (flagged == UNKNOWN) {
        return UNKNOWN;
      }
    } else {
      flagged = IDLE;
    }
    var state = WORDS.getOrDefault(word, UNKNOWN);
    return state.use == Use.UP && flagged != IDLE ? flagged : state;
  }

  /** Returns whether a state printed by {@code sinfo} means that the node does not respond. */
  static boolean isSilent(String text) {
    return text.strip().endsWith("*");
  }

  /** Returns the availability of a node in this state. */
  public Use use() {
    return use;
  }
}
