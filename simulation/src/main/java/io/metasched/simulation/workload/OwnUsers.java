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

/** Users whom a scenario names. Where jobs have no user, theirs is drawn by weight. Immutable. */
public final class OwnUsers {
  /** No users are named. */
  public static final OwnUsers NONE = new OwnUsers(List.of());

  private final List<UserEntry> entries;
  private final Numbering names;
  private final long[] weightsUpTo;

  /**
   * @param entries by number, unless their names are numbers; none where users are only counted
   */
  private OwnUsers(List<UserEntry> entries) {
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

  /** By number; none where users are only counted. */
  public List<UserEntry> entries() {
    return entries;
  }

  /** Takes users one by one and reports those of one name. */
  public static final class Reading implements BiConsumer<UserEntry, String> {
    private final InputFaults faults;
    private final List<UserEntry> entries = new ArrayList<>();
    private final TreeMap<String, String> places = new TreeMap<>();

    /**
     * @param faults takes what is wrong
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
            "a name that no other user has; the one of " + before + " has the same",
            entry.name());
      }
      entries.add(entry);
    }

    /** Takes the users of a file. */
    public void file(Path file) {
      InputFile.read(UserEntry.FORMAT, file, faults, this);
    }

    /** All users that were taken. */
    public OwnUsers users() {
      return new OwnUsers(entries);
    }
  }

  /** Whether users are named. */
  public boolean isAny() {
    return !entries.isEmpty();
  }

  /** Whether any of them has a budget of its own. */
  public boolean haveBudgets() {
    return entries.stream().anyMatch(entry -> entry.budgetMilli().isPresent());
  }

  /** The names of organizations that they say, in order. */
  Set<String> organizations() {
    var names = new LinkedHashSet<String>();
    entries.forEach(entry -> entry.organization().ifPresent(names::add));
    return names;
  }

  /** Their names. */
  Numbering names() {
    return names;
  }

  /** What the user wants of a job that does not say it. */
  Optional<Criterion> criterion(int user) {
    return isAny() ? entries.get(user).criterion() : Optional.empty();
  }

  /** Draws the user of a job: by weight, or one of so many where none is named. */
  int draw(Seeds seeds, long job, int count) {
    if (!isAny()) {
      return JobTraits.user(seeds, job, count);
    }
    long sum = weightsUpTo[weightsUpTo.length - 1];
    long drawn = sum == 0 ? 0 : seeds.generator("user", job).nextLong(sum);
    int at = Arrays.binarySearch(weightsUpTo, drawn + 1); // the first whose sum is above the drawn
    int user = at >= 0 ? at : -at - 1;
    while (user > 0 && weightsUpTo[user - 1] >= drawn + 1) {
      user--; // users of no weight have the sum of the one before
    }
    return sum == 0 ? 0 : user;
  }

  private static long weight(UserEntry entry) {
    return entry.weightMilli().orElse(Participants.User.PLAIN_WEIGHT);
  }

  /**
   * Deals the jobs of a generator or of a log out to the named users.
   *
   * @param organizations how many there are, where users do not say theirs
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
   * Jobs, those who submit them, and how many organizations there are.
   *
   * @param organizations at least 1
   */
  public record Owned(Workload workload, Participants participants, int organizations) {}

  static final int MOST_ORGANIZATIONS = 1000;

  static int count(List<Participants.User> users, Numbering organizations) {
    int most = users.stream().mapToInt(Participants.User::organization).max().orElse(0) + 1;
    return Math.max(most, organizations.size());
  }

  /**
   * The users by number.
   *
   * @param ofJobs organizations that jobs say, by user
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
        criterion);
  }
}
