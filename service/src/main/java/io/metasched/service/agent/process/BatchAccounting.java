package io.metasched.service.agent.process;

import io.metasched.service.site.slurm.AccountedJob;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmException;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Ended jobs that the controller of a site has forgotten, from the site's accounting. A site
 * without accounting, or with a late one, has none. Confined to the thread of the queue.
 */
final class BatchAccounting {
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Duration PAUSE_WITHOUT = Duration.ofMinutes(10); // without accounting
  private static final Duration BEFORE = Duration.ofHours(2); // longer than any lead
  private static final int MOST_NAMES = 500; // of one command line

  private final SlurmCommands slurm;
  private final List<String> users;
  private final SortedMap<String, SiteJob> ended = new TreeMap<>(); // by name
  private Instant next = Instant.MIN;

  /**
   * Creates an empty list.
   *
   * @param users users of our jobs
   */
  BatchAccounting(SlurmCommands slurm, List<String> users) {
    this.slurm = slurm;
    this.users = List.copyOf(users);
  }

  /** A job that the controller does not show. */
  record Absent(String name, String comment, Instant windowStart) {}

  /** Returns those of the absent jobs that have ended according to the accounting. */
  List<SiteJob> ended(List<Absent> absent, Instant now) {
    var names = absent.stream().map(Absent::name).collect(Collectors.toSet());
    ended.keySet().retainAll(names);
    var asked = absent.stream().filter(each -> !ended.containsKey(each.name())).toList();
    if (!asked.isEmpty() && !now.isBefore(next)) {
      next = now.plus(PAUSE);
      try {
        ask(asked.subList(0, Math.min(MOST_NAMES, asked.size())));
      } catch (SlurmRefusal e) {
        next = now.plus(PAUSE_WITHOUT);
      } catch (SlurmException e) {
        return List.copyOf(ended.values()); // asked again after the pause
      }
    }
    return List.copyOf(ended.values());
  }

  private void ask(List<Absent> asked) throws SlurmException {
    var names = asked.stream().map(Absent::name).toList();
    var earliest = asked.stream().map(Absent::windowStart).min(Comparator.naturalOrder());
    var found =
        slurm.accounted(names, earliest.orElseThrow().minus(BEFORE)).stream()
            .filter(job -> users.contains(job.user()))
            .collect(Collectors.groupingBy(AccountedJob::name));
    for (var each : asked) {
      last(each, found).ifPresent(job -> ended.put(each.name(), job));
    }
  }

  /** Returns the last job of a name, if all jobs of this name have ended. */
  private static Optional<SiteJob> last(Absent absent, Map<String, List<AccountedJob>> found) {
    var named = new ArrayList<>(found.getOrDefault(absent.name(), List.of()));
    if (named.isEmpty() || named.stream().anyMatch(job -> !job.state().isOver())) {
      return Optional.empty();
    }
    named.sort(Comparator.comparing(job -> job.submitted().orElse(Instant.EPOCH)));
    var last = named.get(named.size() - 1);
    return Optional.of(
        new SiteJob(
            last.id(),
            last.user(),
            "",
            last.name(),
            absent.comment(),
            last.state(),
            "",
            Optional.empty(),
            List.of(),
            List.of(),
            last.submitted(),
            last.start(),
            last.end(),
            Optional.empty(),
            last.exit()));
  }
}
