package io.metasched.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CampaignScheduleTest {
  private static List<CampaignSchedule> schedules() {
    return LongStream.range(0, 300).mapToObj(CampaignSchedule::of).toList();
  }

  private static Stream<ClientAction> actions(CampaignSchedule schedule) {
    return Stream.concat(
        schedule.users().stream().flatMap(List::stream), schedule.admin().stream());
  }

  @Test
  void aSeedDecidesAllOfIt() {
    assertThat(CampaignSchedule.of(7))
        .isEqualTo(CampaignSchedule.of(7))
        .isNotEqualTo(CampaignSchedule.of(8));
  }

  @Test
  void noTwoJobsHaveOneName() {
    for (var schedule : schedules()) {
      var names = new ArrayList<String>();
      actions(schedule).forEach(action -> action.jobs().forEach(job -> names.add(job.name())));
      assertThat(new TreeSet<>(names)).hasSameSizeAs(names);
    }
  }

  @Test
  void aThirdOfAllSeedsHasAHostileTenantAndNothingElseButAKill() {
    var hostile = schedules().stream().filter(each -> each.scenario().hostile()).toList();

    assertThat(hostile).hasSize(100);
    for (var schedule : hostile) {
      assertThat(schedule.faults())
          .extracting(ServiceFault::kind)
          .containsExactly(ServiceFault.Kind.KILL_SERVICE);
      assertThat(schedule.scenario().conf(1, "")).contains("hostile-1", "user3");
    }
  }

  @Test
  void aThirdOfAllSeedsHasSitesWithLocalUsers() {
    var some = schedules().stream().filter(each -> !each.scenario().sites().isEmpty()).toList();

    assertThat(some).hasSize(100);
    assertThat(some)
        .flatExtracting(each -> each.scenario().sites())
        .extracting(SiteDraft::right)
        .contains(SiteDraft.Right.values());
    for (var schedule : some) {
      var scenario = schedule.scenario();
      assertThat(scenario.hostile()).isFalse();
      assertThat(scenario.sites())
          .hasSizeBetween(1, 2)
          .allMatch(site -> site.nodes() >= 4 && site.nodes() <= 8 && !site.jobs().isEmpty());
      assertThat(scenario.conf(1, "")).contains("domains = [east", "\"east-3\"");
    }
  }

  @Test
  void eachFaultAndEachActionComes() {
    var faults = EnumSet.noneOf(ServiceFault.Kind.class);
    var kinds = EnumSet.noneOf(ClientAction.Kind.class);
    for (var schedule : schedules()) {
      schedule.faults().forEach(fault -> faults.add(fault.kind()));
      actions(schedule).forEach(action -> kinds.add(action.kind()));
    }

    assertThat(faults).hasSameSizeAs(ServiceFault.Kind.values());
    assertThat(kinds).hasSameSizeAs(ClientAction.Kind.values());
  }

  @Test
  void anAgentHasNothingDoneToItWhereThereIsNone() {
    for (var schedule : schedules()) {
      assertThat(schedule.faults())
          .allMatch(
              fault ->
                  schedule.scenario().hasAgent() || fault.kind().need() != ServiceFault.Need.AGENT)
          .allMatch(
              fault ->
                  !schedule.scenario().sites().isEmpty()
                      || fault.kind().need() != ServiceFault.Need.SITE);
    }
  }

  @Test
  void aSeedWithPostgresHasSomethingDoneToItBeyondKills() {
    var some = schedules().stream().filter(each -> each.scenario().inPostgres()).toList();

    assertThat(some).hasSizeBetween(60, 140);
    assertThat(some)
        .filteredOn(each -> !each.scenario().hostile())
        .allMatch(each -> each.faults().stream().anyMatch(CampaignScheduleTest::isOfPostgres));
  }

  @Test
  void withoutPostgresTheRestStaysAsItIs() {
    for (var schedule : schedules()) {
      var other = schedule.withoutPostgres();

      assertThat(other.scenario().inPostgres()).isFalse();
      assertThat(other.faults())
          .isSubsetOf(schedule.faults())
          .noneMatch(CampaignScheduleTest::isOfPostgres);
      assertThat(other.faults().get(0).kind()).isEqualTo(ServiceFault.Kind.KILL_SERVICE);
      assertThat(other.users()).isEqualTo(schedule.users());
    }
  }

  private static boolean isOfPostgres(ServiceFault fault) {
    return fault.kind().need().isOfDatabases();
  }
}
