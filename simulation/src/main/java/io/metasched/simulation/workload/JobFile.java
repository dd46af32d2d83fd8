package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.input.InputFile;
import io.metasched.simulation.input.Numbering;
import io.metasched.simulation.random.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Jobs of a file, which is read once. A missing user or criterion of a job is drawn at random. */
public final class JobFile {
  private final String file;
  private final List<JobEntry> entries;
  private final List<String> places;
  private final DeclaredUsers declared;
  private final List<Long> numbers;
  private final boolean areNamed;

  private JobFile(
      String file,
      List<JobEntry> entries,
      List<String> places,
      DeclaredUsers declared,
      List<Long> numbers,
      boolean areNamed) {
    this.file = file;
    this.entries = entries;
    this.places = places;
    this.declared = declared;
    this.numbers = numbers;
    this.areNamed = areNamed;
  }

  /**
   * Reads the jobs of a file.
   *
   * @param declared declared users; if there are none, any user is allowed
   * @param faults receives the faults
   * @throws io.metasched.simulation.input.InputException if the file cannot be used
   */
  public static JobFile read(Path file, DeclaredUsers declared, InputFaults faults) {
    var entries = new ArrayList<JobEntry>();
    var places = new ArrayList<String>();
    var ids = new TreeMap<String, String>();
    var users = declared.names();
    InputFile.read(
        JobEntry.FORMAT,
        file,
        faults,
        (entry, place) -> {
          var before = ids.putIfAbsent(entry.name(), place);
          if (before != null) {
            faults.add(
                place + ": column id",
                "a name that no other job has; the job of " + before + " has the same",
                entry.name());
            return;
          }
          requireKnown(entry, place, declared, users, faults);
          entries.add(entry);
          places.add(place);
        });
    faults.requireNone();
    if (entries.isEmpty()) {
      throw faults.fatal(PrintableText.line(file + ": has no job"));
    }
    boolean areNamed = !entries.stream().allMatch(entry -> JobNumber.isOne(entry.name()));
    var numbers = new ArrayList<Long>(entries.size());
    for (int at = 0; at < entries.size(); at++) {
      numbers.add(areNamed ? at + 1L : Long.parseLong(entries.get(at).name()));
    }
    var name = file.getFileName() == null ? file : file.getFileName();
    return new JobFile(
        PrintableText.line(name.toString()), entries, places, declared, numbers, areNamed);
  }

  private static void requireKnown(
      JobEntry entry, String place, DeclaredUsers declared, Numbering users, InputFaults faults) {
    var user = entry.user();
    if (!declared.isAny() || user.isEmpty()) {
      return;
    }
    int number = users.number(user.get()).orElse(-1);
    if (number < 0 || number >= declared.entries().size()) {
      var names = declared.entries().stream().map(UserEntry::name).toList();
      faults.add(
          place + ": column user",
          "one of the users that are named%s"
              .formatted(PrintableText.line(SpellingHint.hint(user.get(), names))),
          user.get());
    }
  }

  /** Returns the entries, in the order of the file. */
  public List<JobEntry> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** Returns the number of the job of an entry. */
  long number(int entry) {
    return numbers.get(entry);
  }

  /** Returns the declared users; if there are none, the users that the file names. */
  Numbering userNames() {
    if (declared.isAny()) {
      return declared.names();
    }
    var names = new LinkedHashSet<String>();
    entries.forEach(entry -> entry.user().ifPresent(names::add));
    return Numbering.ofSparse(names, UserEntry.MOST);
  }

  /** Returns the name of the file, for notes. */
  String file() {
    return file;
  }

  /**
   * Returns the jobs of a run.
   *
   * @param template draws criteria that neither job nor user gives
   * @param users number of users, if none is named
   * @param organizations number of organizations, if none is named
   * @param budgetMilli deposit into an account per cycle, in 1/1000 of money; -1 for unlimited
   *     accounts
   * @param faults receives the faults of organizations
   * @throws io.metasched.simulation.input.InputException if a user belongs to two organizations
   */
  public DeclaredUsers.Owned workload(
      JobTraits template,
      int users,
      int organizations,
      long budgetMilli,
      Seeds seeds,
      InputFaults faults) {
    var names = userNames();
    var owners = owners(names, users, seeds);
    var voNames = declared.organizations();
    entries.forEach(entry -> entry.organization().ifPresent(voNames::add));
    var vos = Numbering.ofSparse(voNames, DeclaredUsers.MOST_ORGANIZATIONS);
    if (vos.size() > DeclaredUsers.MOST_ORGANIZATIONS) {
      throw faults.fatal(
          "%s: allowed are at most %d virtual organizations, but here are %d"
              .formatted(file, DeclaredUsers.MOST_ORGANIZATIONS, vos.size()));
    }
    var ofUsers = organizationsOfUsers(owners, vos, faults);
    var all = participants(names, vos, ofUsers, owners, users, organizations, budgetMilli);
    var jobs = new ArrayList<SimulatedJob>(entries.size());
    var jobNames = new TreeMap<JobId, String>();
    int drawnCriteria = 0;
    for (int at = 0; at < entries.size(); at++) {
      var entry = entries.get(at);
      int user = owners.get(at);
      var id = new JobId(all.get(user).organization(), numbers.get(at));
      var criterion = entry.criterion().or(() -> declared.criterion(user));
      drawnCriteria += criterion.isEmpty() ? 1 : 0;
      var job =
          new Job(
              id,
              user,
              entry.submitTick(),
              entry.nodes(),
              entry.work(),
              entry.requirements(),
              entry.costLimitMilli(),
              entry.priceLimitMilli(),
              entry.earliestStart(),
              entry.deadlineTick(),
              criterion.orElseGet(() -> template.criterion(seeds, id.number())),
              entry.priority());
      jobs.add(new SimulatedJob(job, entry.realLength(), entry.withdrawTick()));
      if (areNamed) {
        jobNames.put(id, entry.name());
      }
    }
    return new DeclaredUsers.Owned(
        new Workload(jobs, all.size(), notes(drawnCriteria)),
        new Participants(all, vos, jobNames),
        Math.max(vos.size() == 0 ? organizations : 1, DeclaredUsers.count(all, vos)));
  }

  /** Returns the user of each job. */
  private List<Integer> owners(Numbering names, int users, Seeds seeds) {
    int count = names.size() == 0 ? users : names.size();
    var owners = new ArrayList<Integer>(entries.size());
    for (int at = 0; at < entries.size(); at++) {
      long number = numbers.get(at);
      owners.add(
          entries
              .get(at)
              .user()
              .map(user -> names.number(user).orElseThrow())
              .orElseGet(() -> declared.draw(seeds, number, count)));
    }
    return owners;
  }

  private SortedMap<Integer, Integer> organizationsOfUsers(
      List<Integer> owners, Numbering vos, InputFaults faults) {
    var ofUsers = new TreeMap<Integer, Integer>();
    for (int user = 0; user < declared.entries().size(); user++) {
      var own = declared.entries().get(user).organization();
      if (own.isPresent()) {
        ofUsers.put(user, vos.number(own.get()).orElseThrow());
      }
    }
    for (int at = 0; at < entries.size(); at++) {
      var said = entries.get(at).organization();
      if (said.isPresent()) {
        int vo = vos.number(said.get()).orElseThrow();
        var before = ofUsers.putIfAbsent(owners.get(at), vo);
        if (before != null && before != vo) {
          faults.add(
              places.get(at) + ": column vo",
              "one organization for each user; that of this user is "
                  + PrintableText.quoted(vos.label(before)),
              said.get());
        }
      }
    }
    faults.requireNone();
    return ofUsers;
  }

  private List<Participants.User> participants(
      Numbering names,
      Numbering vos,
      SortedMap<Integer, Integer> ofUsers,
      List<Integer> owners,
      int users,
      int organizations,
      long budgetMilli) {
    if (declared.isAny()) {
      return declared.users(names, vos, ofUsers, organizations, budgetMilli);
    }
    int most = Collections.max(owners) + 1;
    int count = names.size() == 0 ? Math.max(users, most) : names.size();
    int dealtTo =
        vos.size() > 0
            ? vos.size()
            : Math.max(
                organizations, ofUsers.values().stream().max(Integer::compare).orElse(0) + 1);
    var all = new ArrayList<Participants.User>(count);
    for (int user = 0; user < count; user++) {
      int vo = ofUsers.getOrDefault(user, user % dealtTo);
      all.add(
          new Participants.User(names.name(user), vo, budgetMilli, Participants.User.PLAIN_WEIGHT));
    }
    return all;
  }

  private List<String> notes(int drawnCriteria) {
    var notes = new ArrayList<String>();
    notes.add("jobs of %s: %d".formatted(file, entries.size()));
    long drawnUsers = entries.stream().filter(entry -> entry.user().isEmpty()).count();
    if (drawnUsers > 0) {
      notes.add("user: missing for %d jobs, drawn".formatted(drawnUsers));
    }
    if (drawnCriteria > 0) {
      notes.add(
          "criterion: missing for %d jobs, drawn from jobs.criteria".formatted(drawnCriteria));
    }
    long free = entries.stream().filter(e -> e.costLimitMilli() == Long.MAX_VALUE).count();
    if (free > 0) {
      notes.add("budget: missing for %d jobs, no limit".formatted(free));
    }
    long asPlanned = entries.stream().filter(entry -> entry.real().isEmpty()).count();
    if (asPlanned > 0) {
      notes.add(
          "real length: missing for %d jobs, replaced by the requested length"
              .formatted(asPlanned));
    }
    return notes;
  }
}
