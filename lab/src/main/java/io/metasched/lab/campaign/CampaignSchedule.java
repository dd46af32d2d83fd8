package io.metasched.lab.campaign;

import io.metasched.lab.campaign.ClientAction.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Complete schedule of a seed: configuration, actions of clients, and faults.
 *
 * @param users actions of each user
 * @param admin actions of the administrator
 */
record CampaignSchedule(
    CampaignScenario scenario,
    List<List<ClientAction>> users,
    List<ClientAction> admin,
    List<ServiceFault> faults) {
  private static final int USERS = 2;
  private static final int ACTIONS = 20;
  private static final int MOST_BATCH = 4;
  private static final int OF_WORKFLOW = 3;
  private static final long BEFORE_FAULTS_AT_SITES = 16_000;
  private static final List<Kind> OF_USERS =
      List.of(
          Kind.SUBMIT,
          Kind.SUBMIT,
          Kind.SUBMIT,
          Kind.SUBMIT,
          Kind.BATCH,
          Kind.ARRAY,
          Kind.AFTER,
          Kind.WORKFLOW,
          Kind.CANCEL_WORKFLOW,
          Kind.CANCEL,
          Kind.CANCEL,
          Kind.CANCEL_ARRAY,
          Kind.SIGNAL,
          Kind.SHOW,
          Kind.OFFER,
          Kind.FIRM,
          Kind.RESERVE,
          Kind.RELEASE);
  private static final List<Kind> OF_ADMINS =
      List.of(Kind.DEPOSIT, Kind.DEPOSIT, Kind.GRANT, Kind.DRAIN, Kind.RESUME);

  /** Creates the schedule of a seed. */
  static CampaignSchedule of(long seed) {
    var random = new SplittableRandom(seed);
    var scenario = CampaignScenario.draw(random.split(), seed);
    var users = new ArrayList<List<ClientAction>>();
    for (int user = 1; user <= USERS; user++) {
      users.add(actions(random.split(), scenario, "u" + user, OF_USERS, ACTIONS));
    }
    var admin = actions(random.split(), scenario, "a", OF_ADMINS, ACTIONS / 2);
    return new CampaignSchedule(
        scenario, List.copyOf(users), admin, faults(random.split(), scenario));
  }

  /** Returns a copy for a machine without PostgreSQL, without faults of databases. */
  CampaignSchedule withoutPostgres() {
    var others = faults.stream().filter(fault -> !fault.kind().need().isOfDatabases()).toList();
    return new CampaignSchedule(scenario.withoutPostgres(), users, admin, others);
  }

  private static List<ClientAction> actions(
      RandomGenerator random,
      CampaignScenario scenario,
      String client,
      List<Kind> kinds,
      int count) {
    var actions = new ArrayList<ClientAction>();
    for (int i = 0; i < count; i++) {
      var kind = i < 2 ? kinds.get(0) : kinds.get(random.nextInt(kinds.size()));
      var jobs = new ArrayList<JobDraft>();
      int size =
          switch (kind) {
            case BATCH -> 2 + random.nextInt(MOST_BATCH - 1);
            case WORKFLOW -> OF_WORKFLOW;
            default -> 1;
          };
      for (int job = 0; job < size; job++) {
        var name = "%s.%d.%d".formatted(client, i, job);
        jobs.add(JobDraft.draw(random, name, Math.min(3, scenario.nodes().size())));
      }
      actions.add(
          new ClientAction(
              // most actions follow in bursts, so that a kill interrupts requests; some come later
              random.nextInt(3) > 0 ? random.nextInt(60) : random.nextInt(2500),
              kind,
              List.copyOf(jobs),
              random.nextInt(1000),
              random.nextInt(5) > 0,
              random.nextInt(4) == 0));
    }
    return List.copyOf(actions);
  }

  private static List<ServiceFault> faults(RandomGenerator random, CampaignScenario scenario) {
    var kinds =
        Arrays.stream(ServiceFault.Kind.values()).filter(kind -> fits(kind, scenario)).toList();
    var ofDatabases = kinds.stream().filter(kind -> kind.need().isOfDatabases()).toList();
    var ofSites = kinds.stream().filter(kind -> kind.need() == ServiceFault.Need.SITE).toList();
    var faults = new ArrayList<ServiceFault>();
    int count = scenario.hostile() ? 1 : 3 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      // at least one kill of the service, the fault that finds most errors
      var kind = i == 0 ? ServiceFault.Kind.KILL_SERVICE : chosen(random, kinds);
      if (i == 1 && scenario.inPostgres()) {
        // few scenarios can move the service, so these scenarios move it often
        boolean moves = scenario.mayMove() && random.nextBoolean();
        kind = moves ? ServiceFault.Kind.PAUSED_TAKE_OVER : chosen(random, ofDatabases);
      } else if (i > 0 && !scenario.sites().isEmpty() && random.nextBoolean()) {
        kind = chosen(random, ofSites);
      }
      long pause = 200L + random.nextInt(1500);
      // jobs of sites start later, and some of them must end before the first fault
      long first = i == 0 && !scenario.sites().isEmpty() ? BEFORE_FAULTS_AT_SITES : 0;
      faults.add(new ServiceFault(first + pause, kind, 200 + random.nextInt(3000)));
    }
    return List.copyOf(faults);
  }

  private static ServiceFault.Kind chosen(RandomGenerator random, List<ServiceFault.Kind> kinds) {
    return kinds.get(random.nextInt(kinds.size()));
  }

  private static boolean fits(ServiceFault.Kind kind, CampaignScenario scenario) {
    return switch (kind.need()) {
      case AGENT -> scenario.hasAgent();
      case POSTGRES -> scenario.inPostgres();
      case SECOND_HOST -> scenario.mayMove();
      case SITE -> !scenario.sites().isEmpty();
      case SERVICE, DISK, STALLABLE_DISK -> true;
    };
  }
}
