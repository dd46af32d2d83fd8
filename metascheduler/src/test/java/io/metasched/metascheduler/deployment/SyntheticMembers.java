package io.metasched.metascheduler.deployment;

import akka.actor.Address;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.util.Version;
import io.metasched.metascheduler.deployment.config.MemberRole;
import java.util.Arrays;
import java.util.TreeSet;
import scala.jdk.javaapi.CollectionConverters;

/** Members of a cluster for events in tests, without a cluster. */
final class SyntheticMembers {
  private static final String DATA_CENTER = "dc-default"; // default of all members

  private SyntheticMembers() {}

  /**
   * Creates a member that is up.
   *
   * @param age rank by age; the member with the lowest rank is the oldest
   * @param process process number that the member reports
   */
  static Member up(int port, int age, String version, long process, MemberRole... roles) {
    var names = new TreeSet<String>();
    names.add(DATA_CENTER);
    names.add("process-" + process);
    Arrays.stream(roles).map(MemberRole::registryName).forEach(names::add);
    return new Member(
        UniqueAddress.apply(new Address("akka", "metasched", "127.0.0.1", port), (long) port),
        age,
        MemberStatus.up(),
        CollectionConverters.asScala(names).toSet(),
        Version.apply(version));
  }

  /** Returns the member with another status, such as leaving. */
  static Member at(Member member, MemberStatus status) {
    return new Member(
        member.uniqueAddress(), member.upNumber(), status, member.roles(), member.appVersion());
  }
}
