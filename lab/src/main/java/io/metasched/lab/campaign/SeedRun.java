package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.lab.check.EvidenceChecker;
import io.metasched.lab.check.Finding;
import io.metasched.lab.check.Invariant;
import io.metasched.lab.check.RecordedCall;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import io.metasched.service.history.HistoryException;
import io.metasched.service.history.HistoryFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Test run of one seed. */
final class SeedRun {
  /** Time limit in which the service must end an open job or reservation. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Time limit for an answer to a user, even if the service is killed meanwhile. */
  private static final Duration MOST_UNTIL_ANSWERED = Duration.ofMinutes(2);

  // a late command may hold time again, and two comparisons with the book must find it
  private static final Duration SITE_PATIENCE = Duration.ofMinutes(1);

  private static final int TOO_MANY = 429;
  private static final String HISTORY = "history.ndjson";
  private static final long PAUSE_MILLIS = 200;
  // jobs cancelled last may still be ending
  private static final long LAST_LINES_MILLIS = 1500;

  private final CampaignSchedule schedule;
  private final Path folder;
  private final Optional<PostgresTemplate> template;
  private final List<CallRecorder> recorders = new ArrayList<>();
  private final AtomicReference<@Nullable TestedSystem> open = new AtomicReference<>();

  /**
   * Result of a seed.
   *
   * @param faults names of the injected faults
   * @param backups number of backups made
   * @param unpaidMillis waits of local jobs of sites for time without a booked window, in order
   * @param findings violations of invariants
   */
  record Outcome(
      long seed,
      CampaignScenario scenario,
      List<String> faults,
      int jobs,
      int runs,
      int backups,
      List<Long> unpaidMillis,
      List<Finding> findings) {}

  SeedRun(CampaignSchedule schedule, Path folder, Optional<PostgresTemplate> template) {
    this.schedule = schedule;
    this.folder = folder;
    this.template = template;
  }

  Outcome run() throws IOException, InterruptedException {
    Files.createDirectories(folder);
    var scenario = schedule.scenario();
    try (var system = new TestedSystem(folder, scenario, template)) {
      open.set(system);
      var disk = system.disk();
      try {
        system.launchService();
        for (var agent : system.agents()) {
          agent.launch();
        }
        system.awaitService();
        return run(system);
      } finally {
        disk.close();
      }
    } finally {
      for (var recorder : recorders) {
        recorder.close();
      }
    }
  }

  /** Ends the current processes of the seed, from another thread; may be called repeatedly. */
  void abandon() {
    var system = open.get();
    if (system != null) {
      try {
        try {
          system.close();
        } finally {
          system.disk().close();
        }
      } catch (IOException | RuntimeException e) {
        LoggerFactory.getLogger(SeedRun.class).debug("{}", folder, e); // already being closed
      }
    }
  }

  private CallRecorder recorder(String name, String principal, TestedSystem system)
      throws IOException {
    var recorder =
        new CallRecorder(
            name, system.client(principal), folder.resolve("calls-" + name + ".ndjson"));
    recorders.add(recorder);
    return recorder;
  }

  private Outcome run(TestedSystem system) throws IOException, InterruptedException {
    var scenario = schedule.scenario();
    var readers =
        List.of(
            new EventReader("admin", system.client("admin")),
            new EventReader("user1", system.client("user1")));
    var clients = new ArrayList<ScheduledClient>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < schedule.users().size(); i++) {
      var recorder = recorder("u" + (i + 1), "user" + (i + 1), system);
      clients.add(new ScheduledClient(recorder, scenario, system.runs()));
    }
    var admin = new ScheduledClient(recorder("admin", "admin", system), scenario, system.runs());
    for (int i = 0; i < clients.size(); i++) {
      threads.add(client(clients.get(i), schedule.users().get(i)));
    }
    threads.add(client(admin, schedule.admin()));
    var hostile =
        scenario.hostile() ? Optional.of(hostile(system)) : Optional.<HostileTenant>empty();
    var attacker = new Thread(() -> hostile.ifPresent(HostileTenant::attack), "hostile tenant");
    attacker.start();
    threads.forEach(Thread::start);
    system.slurms().forEach(TestedSlurm::startUsers);
    var backups = new BackupTaker(system.client("admin"), folder, scenario.seed());
    backups.start();
    var faults = new FaultMaker(system);
    try {
      faults.make(schedule.faults());
      for (var thread : threads) {
        thread.join();
      }
      faults.heal();
      hostile.ifPresent(HostileTenant::stop);
      attacker.join();
      admin.resumeAll();
    } finally {
      threads.forEach(Thread::interrupt);
      hostile.ifPresent(HostileTenant::stop);
    }
    var taken = backups.end();
    var made = new ArrayList<>(faults.made());
    hostile.ifPresent(tenant -> made.add(tenant.done()));
    var findings = new ArrayList<Finding>();
    findings.addAll(served());
    hostile.ifPresent(tenant -> findings.addAll(findings(tenant)));
    return judge(system, readers, taken, made, findings);
  }

  private HostileTenant hostile(TestedSystem system) throws IOException {
    var wanted = JsonNodeFactory.instance.objectNode();
    wanted.put("principal", "owner3").put("role", "owner").putArray("accounts");
    wanted.putArray("nodes").add(CampaignScenario.HOSTILE_NODE);
    var issued = system.client("admin").post("/v1/tokens", wanted, Optional.empty());
    var owner = system.token("owner3");
    Files.writeString(owner, issued.path("token").asText());
    return new HostileTenant(
        system.client(HostileTenant.NAME),
        system.client("owner3"),
        Files.readString(system.token(HostileTenant.NAME)).strip(),
        system.api().port(),
        CampaignScenario.HOSTILE_NODE,
        new SplittableRandom(schedule.scenario().seed()));
  }

  /** Returns a finding for each client that waited too long for an answer. */
  private List<Finding> served() {
    return recorders.stream()
        .filter(recorder -> recorder.longest().compareTo(MOST_UNTIL_ANSWERED) > 0)
        .map(
            recorder ->
                "%s had no answer for %d s"
                    .formatted(recorder.name(), recorder.longest().toSeconds()))
        .map(text -> new Finding(Invariant.SERVED, text))
        .toList();
  }

  /** Returns the findings about effects of the hostile tenant on other users. */
  private List<Finding> findings(HostileTenant tenant) {
    var findings = new ArrayList<Finding>();
    tenant.failures().forEach(text -> findings.add(new Finding(Invariant.ANSWERS, text)));
    for (var recorder : recorders) {
      for (var call : recorder.calls()) {
        if (call.status() == TOO_MANY) {
          findings.add(new Finding(Invariant.SERVED, call + " was refused: " + call.answer()));
        }
      }
    }
    return findings;
  }

  /** Cancels the remaining jobs of the hostile tenant. */
  private static void cancelAll(ApiClient admin) {
    var open =
        "/v1/jobs?limit=1000&fields=id&account=%s&state=waiting,placed,booked,starting,running";
    for (var job : admin.get(open.formatted(HostileTenant.NAME)).path("items")) {
      try {
        admin.post(
            "/v1/jobs/" + job.path("id").asText() + ":cancel",
            JsonNodeFactory.instance.objectNode(),
            Optional.empty());
      } catch (ServiceException over) {
        // the job has ended meanwhile
      }
    }
  }

  private static Thread client(ScheduledClient client, List<ClientAction> actions) {
    return new Thread(
        () -> {
          try {
            client.act(actions);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        "client");
  }

  private Outcome judge(
      TestedSystem system,
      List<EventReader> readers,
      List<Path> backups,
      List<String> made,
      List<Finding> findings)
      throws IOException, InterruptedException {
    var collector = new EvidenceCollector(system.client("admin"), system.runs());
    awaitRest(collector, system.client("admin"));
    awaitCleanSites(system.slurms());
    TimeUnit.MILLISECONDS.sleep(LAST_LINES_MILLIS);
    var history = history(collector);
    Files.write(folder.resolve(HISTORY), history);
    awaitEvents(readers, history.size() - 2L);
    var calls = new ArrayList<RecordedCall>();
    recorders.forEach(recorder -> calls.addAll(recorder.calls()));
    var watched = readers.stream().map(EventReader::end).toList();
    var lead = Duration.ofMillis(schedule.scenario().siteLeadMillis());
    var sites = system.slurms().stream().map(each -> each.table(lead)).toList();
    var evidence = collector.collect(calls, watched, history, sites);
    findings.addAll(EvidenceChecker.check(evidence));
    findings.addAll(checkPlans());
    var ofBackups = new BackupsCheck(history, folder);
    for (var backup : backups) {
      findings.addAll(ofBackups.check(backup));
    }
    if (!findings.isEmpty()) {
      new EvidenceFolder(folder).keep(evidence, findings, system.disk());
    }
    return new Outcome(
        schedule.scenario().seed(),
        schedule.scenario(),
        made,
        evidence.jobs().size(),
        evidence.runs().size(),
        backups.size(),
        EvidenceChecker.unpaidMillis(evidence),
        findings);
  }

  /**
   * Waits until the service is at rest, or has ended nothing within the time limit: then the
   * checker reports the open items. All work may take longer than the limit, because a site
   * reserves at least a minute for each short window. The last request of a hostile tenant may be
   * accepted after its thread has ended, so each pass cancels the tenant's jobs.
   */
  private void awaitRest(EvidenceCollector collector, ApiClient admin) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    int fewest = Integer.MAX_VALUE;
    while (System.nanoTime() < end) {
      try {
        if (schedule.scenario().hostile()) {
          cancelAll(admin);
        }
        int open = collector.open();
        if (open == 0) {
          return;
        }
        if (open < fewest) {
          fewest = open;
          end = System.nanoTime() + PATIENCE.toNanos();
        }
      } catch (ServiceException notNow) {
        // retried
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  /** Waits until no site has a reservation for the service, or time is up. */
  private static void awaitCleanSites(List<TestedSlurm> sites) throws InterruptedException {
    long end = System.nanoTime() + SITE_PATIENCE.toNanos();
    while (System.nanoTime() < end && !sites.stream().allMatch(each -> each.recorder().isClean())) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  /** Checks that the history is complete, and that a rerun of the history makes the same plans. */
  private List<Finding> checkPlans() throws IOException {
    try {
      var again = HistoryFile.rerun(folder.resolve(HISTORY));
      return again.first().map(text -> new Finding(Invariant.PLANS_AGAIN, text)).stream().toList();
    } catch (HistoryException e) {
      return List.of(new Finding(Invariant.PLANS_AGAIN, String.valueOf(e.getMessage())));
    }
  }

  /** Returns the history, without the last lines if the stream is interrupted. */
  private static List<String> history(EvidenceCollector collector) throws IOException {
    var lines = new ArrayList<String>();
    try {
      collector.history(lines::add);
    } catch (UncheckedIOException brokenOff) {
      // the missing end becomes a finding
    }
    return lines;
  }

  private static void awaitEvents(List<EventReader> readers, long last)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end && readers.stream().anyMatch(each -> each.last() < last)) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }
}
