package io.metasched.metascheduler.deployment

import scala.concurrent.duration._

import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.cluster.ClusterEvent._
import akka.cluster.{Member, MemberStatus}
import io.metasched.metascheduler.deployment.config.MemberRole
import io.metasched.resource.fixture.ActorSpec

/** Membership of this JVM at port 1. The test reports the changes of members. */
final class MembershipSpec extends ActorSpec {
  import MembershipSpec._

  "A JVM" should {

    "leave older members of another version" in {
      val here = new LocalMember

      here.comes(older("2.0.0"))
      here.comes(self)

      here.leaving.receiveMessage() shouldBe
        "the cluster at 127.0.0.1:2 runs metasched 2.0.0, but this is 1.0.0; all must be of one version"
    }

    "leave older members of another version that are reported later" in {
      val here = new LocalMember

      here.comes(self)
      here.comes(older("2.0.0"))

      here.leaving.receiveMessage() should include("127.0.0.1:2 runs metasched 2.0.0")
    }

    "not leave younger members of another version" in {
      val here = new LocalMember

      here.comes(self)
      here.comes(younger("2.0.0"))

      here.stays()
    }

    "stay with members of the same version" in {
      val here = new LocalMember

      here.comes(older(Version))
      here.comes(self)
      here.comes(younger(Version))

      here.stays()
    }

    "not leave a member of another version that is already removed" in {
      val here = new LocalMember

      here.comes(older("2.0.0"))
      here.goes(older("2.0.0"))
      here.comes(self)

      here.stays()
    }

    "not leave before it is a member" in {
      val here = new LocalMember

      here.comes(older("2.0.0"))

      here.stays()
    }
  }

  "A change of a member" should {

    "be reported with the member's roles and process" in {
      val here = new LocalMember

      here.comes(member(2, 2, MemberRole.OWNERS, MemberRole.USERS))

      here.reported.receiveMessages(2) shouldBe List("127.0.0.1:2 (owners, users) is up", "up: 1002")
    }

    "be reported when the member is unreachable, and when it is reachable again" in {
      val here = new LocalMember

      here.ref ! new Membership.Seen(UnreachableMember(self))
      here.ref ! new Membership.Seen(ReachableMember(self))

      here.reported.receiveMessages(3) shouldBe
        List("127.0.0.1:1 is unreachable", "unreachable: 1001", "127.0.0.1:1 is reachable again")
      here.reported.expectNoMessage(20.millis)
    }

    "be reported when the member is removed, not while it leaves" in {
      val here = new LocalMember

      here.ref ! new Membership.Came(MemberLeft(SyntheticMembers.at(self, MemberStatus.Leaving)))
      here.ref ! new Membership.Came(MemberExited(SyntheticMembers.at(self, MemberStatus.Exiting)))
      here.goes(self)

      here.reported.receiveMessage() shouldBe "127.0.0.1:1 is removed"
      here.reported.expectNoMessage(20.millis)
    }
  }

  "The location of the metascheduler" should {

    "be reported when its first JVM joins, and not again when others join" in {
      val here = new LocalMember

      here.comes(scheduling(1))
      here.comes(scheduling(2))
      here.comes(scheduling(3))

      here.places() shouldBe List("127.0.0.1:1 has the metascheduler")
    }

    "be reported again when it changes to another JVM" in {
      val here = new LocalMember

      for (port <- 1 to 3) here.comes(scheduling(port))
      here.goes(scheduling(2))
      here.goes(scheduling(1))

      here.places() shouldBe List("127.0.0.1:1 has the metascheduler", "127.0.0.1:3 has the metascheduler")
    }

    "be reported again after a time without a JVM" in {
      val here = new LocalMember

      here.comes(scheduling(1))
      here.goes(scheduling(1))
      here.comes(scheduling(1))

      here.places() shouldBe List.fill(2)("127.0.0.1:1 has the metascheduler")
    }

    "be the oldest JVM, regardless of the order of the reports" in {
      val here = new LocalMember

      here.comes(scheduling(2))
      here.comes(scheduling(1))

      here.places().last shouldBe "127.0.0.1:1 has the metascheduler"
    }

    "be no JVM without the role" in {
      val here = new LocalMember

      here.comes(member(1, 1, MemberRole.OWNERS, MemberRole.USERS))

      here.places() shouldBe empty
    }
  }

  private final class LocalMember {
    val reported: TestProbe[String] = testKit.createTestProbe()
    val leaving: TestProbe[String] = testKit.createTestProbe()
    val ref: ActorRef[Membership.Command] = testKit.spawn(
      Membership.create(
        new Membership.LocalMember(Version, "127.0.0.1:1", why => leaving.ref ! why.what),
        new ClusterEvents {
          override def happened(line: String): Unit = reported.ref ! line
          override def up(process: Long): Unit = reported.ref ! s"up: $process"
          override def unreachable(process: Long): Unit = reported.ref ! s"unreachable: $process"
        }
      )
    )

    def comes(member: Member): Unit = ref ! new Membership.Came(MemberUp(member))

    def goes(member: Member): Unit =
      ref ! new Membership.Came(
        MemberRemoved(SyntheticMembers.at(member, MemberStatus.Removed), MemberStatus.Exiting)
      )

    def stays(): Unit = {
      places()
      leaving.expectNoMessage(20.millis)
    }

    /** Returns the locations of the metascheduler reported so far. */
    def places(): List[String] = {
      ref ! new Membership.Seen(ReachableMember(member(99, 99)))
      Iterator
        .continually(reported.receiveMessage())
        .takeWhile(_ != "127.0.0.1:99 is reachable again")
        .filter(_.endsWith("has the metascheduler"))
        .toList
    }
  }
}

object MembershipSpec {
  private val Version = "1.0.0"

  private def self = member(1, 2)

  private def older(version: String) = SyntheticMembers.up(2, 1, version, 1002, MemberRole.OWNERS)

  private def younger(version: String) = SyntheticMembers.up(3, 3, version, 1003, MemberRole.OWNERS)

  /** Creates a member that may host the metascheduler; a member with a lower port is older. */
  private def scheduling(port: Int) = member(port, port, MemberRole.METASCHEDULER)

  private def member(port: Int, age: Int, roles: MemberRole*) =
    SyntheticMembers.up(port, age, Version, 1000L + port, roles: _*)
}
