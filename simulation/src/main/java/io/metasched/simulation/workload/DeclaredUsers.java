package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.input.InputFile;
import io.metasched.simulation.input.Numbering;
import io.metasched.simulation.random.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Users named by a scenario. The user of a job without a named user is drawn by weight. Immutable.
 */
public final class DeclaredUsers {
  /** Instance without named users. */
  public static final DeclaredUsers NONE = new DeclaredUsers(List.of());

  private final List<UserEntry> entries;
  private final Numbering names;
  private final long[] weightsUpTo;

  /**
   * @param entries users by number, unless their names are numbers; empty if users are only counted
   */
  private DeclaredUsers(List<UserEntry> entries) {
    names = Numbering.of(entries.stream().map(UserEntry::name).toList());
    this.entries =
        entries.stream()
            .sorted(Comparator.comparingInt(entry -> names.number(entry.name()).orElseThrow()))
            .toList();
    weightsUpTo = new long[entries.size()];
    long sum = 0;
    for (int user = 0; user < weightsUpTo.length; user++) {
      sum += weight(this.entries.get(user));
      weightsUpTo[user] = sum;
    }
  }

  /** Returns the entries by number; empty if users are only counted. */
  public List<UserEntry> entries() {
    return entries;
  }

  /** Collector of users, which reports duplicate names. */
  public static final class Reading implements BiConsumer<UserEntry, String> {
    private final InputFaults faults;
    private final List<UserEntry> entries = new ArrayList<>();
    private final TreeMap<String, String> places = new TreeMap<>();

    /**
     * @param faults receives the faults
     */
    public Reading(InputFaults faults) {
      this.faults = faults;
    }

    @Override
    public void accept(UserEntry entry, String place) {
      var before = places.putIfAbsent(entry.name(), place);
      if (before != null) {
        faults.add(
            place + ": column id",
            "a name that no other user has; the user of " + before + " has the same",
            entry.name());
      }
      entries.add(entry);
    }

    /** Adds the users of a file. */
    public void file(Path file) {
      InputFile.read(UserEntry.FORMAT, file, faults, this);
    }

    /** Returns all collected users. */
    public DeclaredUsers users() {
      return new DeclaredUsers(entries);
    }
  }

  /** Returns whether users are named. */
  public boolean isAny() {
    return !entries.isEmpty();
  }

  /** Returns whether any user has an individual budget. */
  public boolean haveBudgets() {
    return entries.stream().anyMatch(entry -> entry.budgetMilli().isPresent());
  }

  /** Returns the names of the organizations in the entries, in order. */
  Set<String> organizations() {
    var names = new LinkedHashSet<String>();
    entries.forEach(entry -> entry.organization().ifPresent(names::add));
    return names;
  }

  /** Returns the names of the users. */
  Numbering names() {
    return names;
  }

  /** Returns the user's criterion for jobs without a criterion. */
  Optional<Criterion> criterion(int user) {
    return isAny() ? entries.get(user).criterion() : Optional.empty();
  }

  /** Returns a random user of a job: by weight, or one of {@code count} if none is named. */
  int draw(Seeds seeds, long job, int count) {
    if (!isAny()) {
      return JobTraits.user(seeds, job, count);
    }
    long sum = weightsUpTo[weightsUpTo.length - 1];
    long drawn = sum == 0 ? 0 : seeds.generator("user", job).nextLong(sum);
    int at =
        Arrays.binarySearch(
            weightsUpTo, drawn + 1); // the first whose sum is above the drawn number
    int user = at >= 0 ? at : -at - 1;
    while (user > 0 && weightsUpTo[user - 1] >= drawn + 1) {
      user--; // users without weight have the sum of the user before
    }
    return sum == 0 ? 0 : user;
  }

  private static long weight(UserEntry entry) {
    return entry.weightMilli().orElse(Participants.User.PLAIN_WEIGHT);
  }

  /**
   * Assigns the jobs of a generator or of a log to the named users.
   *
   * @param organizations number of organizations, if users do not name organizations
   */
  public Owned deal(Workload workload, int organizations, long budgetMilli, Seeds seeds) {
    var vos = Numbering.ofSparse(organizations(), MOST_ORGANIZATIONS);
    var users = users(names(), vos, new TreeMap<>(), organizations, budgetMilli);
    var dealt = new ArrayList<SimulatedJob>(workload.jobs().size());
    for (var simulated : workload.jobs()) {
      var job = simulated.job();
      int user = draw(seeds, job.id().number(), users.size());
      var id = new JobId(users.get(user).organization(), job.id().number());
      var own = of(job, id, user, criterion(user).orElse(job.criterion()));
      dealt.add(simulated.as(own));
    }
    var participants = new Participants(users, vos, new TreeMap<>());
    return new Owned(
        new Workload(dealt, users.size(), workload.notes()),
        participants,
        Math.max(organizations, count(users, vos)));
  }

  /**
   * Jobs with their users and the number of organizations.
   *
   * @param organizations number of organizations, at least 1
   */
  public record Owned(Workload workload, Participants participants, int organizations) {}

  static final int MOST_ORGANIZATIONS = 1000;

  static int count(List<Participants.User> users, Numbering organizations) {
    int most = users.stream().mapToInt(Participants.User::organization).max().orElse(0) + 1;
    return Math.max(most, organizations.size());
  }

  /**
   * Returns the users by number.
   *
   * @param ofJobs organizations given by jobs, by user
   */
  List<Participants.User> users(
      Numbering names,
      Numbering vos,
      SortedMap<Integer, Integer> ofJobs,
      int organizations,
      long budgetMilli) {
    var users = new ArrayList<Participants.User>();
    for (var entry : entries) {
      int number = users.size();
      int dealt = number % Math.max(1, vos.size() == 0 ? organizations : vos.size());
      int vo =
          entry
              .organization()
              .map(name -> vos.number(name).orElseThrow())
              .orElse(ofJobs.getOrDefault(number, dealt));
      users.add(
          new Participants.User(
              names.name(number), vo, entry.budgetMilli().orElse(budgetMilli), weight(entry)));
    }
    return users;
  }

  private static Job of(Job job, JobId id, int user, Criterion criterion) {
    return new Job(
        id,
        user,
        job.submitTick(),
        job.nodes(),
        job.work(),
        job.requirements(),
        job.costLimitMilli(),
        job.slotPriceLimitMilli(),
        job.earliestStart(),
        job.deadlineTick(),
        criterion,
        job.priority());
  }
}
