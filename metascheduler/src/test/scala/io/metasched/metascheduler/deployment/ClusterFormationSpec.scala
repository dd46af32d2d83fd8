package io.metasched.metascheduler.deployment

import java.time.Duration
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.{ActorPath, DeadLetter}
import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import akka.cluster.{Member, MemberStatus}
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.deployment.config.DeploymentException
import io.metasched.metascheduler.deployment.config.MemberRole
import io.metasched.resource.fixture.ActorSpec
import org.scalatest.BeforeAndAfterEach

/** Formation of a cluster; the test simulates the JVMs and reports when they become members. */
final class ClusterFormationSpec extends ActorSpec with BeforeAndAfterEach {
  import ClusterFormationSpec._

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  private var formations = List.empty[ActorRef[ClusterFormation.Command]]

  private var over = Set.empty[ActorPath]

  /** Allows lost ticks: the scheduler of the testkit may send a tick to a formation that has stopped.
    */
  override protected def mayBeLost(addressed: DeadLetter): Boolean = over(addressed.recipient.path)

  /** Stops the formations, which share one clock, so that no formation gets ticks in another test.
    */
  override protected def afterEach(): Unit = {
    formations.foreach(testKit.stop(_))
    over ++= formations.map(_.path)
    formations = Nil
    super.afterEach()
  }

  "A formation" should {

    "ask no member before all members have joined" in {
      val formation = new Forming(owners = 2)

      formation.comes(everything(1))
      clock.timePasses(5.seconds)
      formation.jvm(1).expectNoMessage(20.millis)
      formation.comes(member(2, MemberRole.OWNERS))

      for (port <- List(1, 2)) formation.asked(port)
    }

    "ask a JVM repeatedly until it has loaded its part" in {
      val formation = new Forming(owners = 2)
      for (port <- List(1, 2)) formation.comes(everything(port))
      formation.loads(1)
      formation.asked(2)

      clock.timePasses(1.second)

      formation.asked(2)
      formation.jvm(1).expectNoMessage(20.millis)
    }

    "be complete when all members have loaded their parts, and return the places of a role" in {
      val formation = new Forming(owners = 2)
      formation.comes(everything(2))
      formation.comes(member(1, MemberRole.OWNERS))

      formation.loads(2)
      formation.formed.isDone shouldBe false
      formation.loads(1)

      formation.complete().places(MemberRole.USERS).asScala shouldBe List(place(2))
    }

    "count a repeated answer once" in {
      val formation = new Forming(owners = 2)
      for (port <- List(1, 2)) formation.comes(everything(port))

      formation.loads(1, times = 2)
      formation.hears()
      formation.formed.isDone shouldBe false
      formation.loads(2, times = 2)

      formation.complete().places(MemberRole.USERS) should have size 2
    }

    "name the members that have joined if too few join in time" in {
      val formation = new Forming(owners = 2)
      formation.comes(everything(1))

      clock.timePasses(Timeout)

      val failed = formation.failure()
      failed shouldBe an[IllegalStateException]
      failed.getMessage shouldBe
        "of 2 JVMs with owners, 1 with a metascheduler and 1 with users, [127.0.0.1:1] joined in 10 s"
    }

    "not count JVMs of another version, without a role, or before they are members" in {
      val formation = new Forming(owners = 1)
      formation.comes(SyntheticMembers.up(1, 1, "2.0.0", 1, All: _*))
      formation.comes(member(2, All :+ MemberRole.DRIVER: _*))
      formation.comes(SyntheticMembers.at(everything(3), MemberStatus.Joining))

      clock.timePasses(Timeout)

      formation.failure().getMessage should include(", [] joined")
    }

    "wait for each role" in {
      for (missing <- All) {
        val formation = new Forming(owners = 1)
        formation.comes(member(1, All.filterNot(_ == missing): _*))

        clock.timePasses(Timeout)

        formation.failure().getMessage should include("[127.0.0.1:1] joined")
      }
    }

    "name a JVM that does not answer" in {
      val formation = new Forming(owners = 2)
      for (port <- List(1, 2)) formation.comes(everything(port))
      formation.loads(1)

      clock.timePasses(Timeout)

      val failed = formation.failure()
      failed shouldBe an[IllegalStateException]
      failed.getMessage shouldBe "no answer from [127.0.0.1:2] in 10 s"
    }

    "report why a JVM cannot take part" in {
      val formation = new Forming(owners = 1)
      formation.comes(everything(1))

      formation.answers(1)(new ClusterFormation.Refused(_, "it has loaded another scenario"))

      refusal(formation) shouldBe "127.0.0.1:1 cannot take part: it has loaded another scenario"
    }

    "refuse a JVM that has loaded other data" in {
      val formation = new Forming(owners = 1)
      formation.comes(everything(1))

      formation.answers(1)(new ClusterFormation.Loaded(_, "another"))

      refusal(formation) shouldBe "127.0.0.1:1 cannot take part: its log differs"
    }

    "ignore a JVM that was not asked" in {
      val formation = new Forming(owners = 1)
      formation.comes(everything(1))
      formation.comes(everything(2))
      val ref = formation.asked(1)

      ref ! new ClusterFormation.Loaded(place(2), Fingerprint)
      ref ! new ClusterFormation.Loaded(place(2), "another")
      ref ! new ClusterFormation.Refused(place(2), "it has loaded another scenario")
      formation.hears()

      formation.formed.isDone shouldBe false
      ref ! new ClusterFormation.Loaded(place(1), Fingerprint)
      formation.complete().places(MemberRole.USERS).asScala shouldBe List(place(1))
    }
  }

  private def refusal(formation: Forming): String = {
    val failed = formation.failure()
    failed shouldBe a[DeploymentException]
    failed.getMessage
  }

  private final class Forming(owners: Int) {
    val formed = new CompletableFuture[ClusterFormation.Formed]

    /** Probes of the JVMs by port, which receive the replies to each JVM. */
    val jvm: Map[Int, TestProbe[ActorRef[ClusterFormation.Command]]] =
      (1 to 3).map(_ -> testKit.createTestProbe[ActorRef[ClusterFormation.Command]]()).toMap

    private val heard = testKit.createTestProbe[ClusterFormation.Command]()
    private val ref = testKit.spawn(Behaviors.monitor(heard.ref, behavior))
    formations ::= ref
    hears() // its timers are started

    private def behavior = {
      val awaited = new java.util.TreeMap[MemberRole, Integer]
      for (role <- All) awaited.put(role, if (role == MemberRole.OWNERS) owners else 1)
      ClusterFormation.createUnsubscribed(
        new ClusterFormation.Call(
          Version,
          Fingerprint,
          "its log differs",
          awaited,
          Duration.ofNanos(Timeout.toNanos)
        ),
        (place, replyTo) => jvm(place.split(':').last.toInt).ref ! replyTo,
        formed
      )
    }

    def comes(member: Member): Unit = ref ! new ClusterFormation.MemberCame(member)

    /** Waits until all messages sent so far are received, by a last message that reports a JVM that is not yet a
      * member.
      */
    def hears(): Unit = {
      val last = new ClusterFormation.MemberCame(SyntheticMembers.at(everything(9), MemberStatus.Joining))
      ref ! last
      Iterator.continually(heard.receiveMessage()).find(_ eq last)
      ()
    }

    def asked(port: Int): ActorRef[ClusterFormation.Command] = jvm(port).receiveMessage()

    def answers(port: Int, times: Int = 1)(answer: String => ClusterFormation.Command): Unit = {
      val asked = this.asked(port)
      for (_ <- 1 to times) asked ! answer(place(port))
    }

    def loads(port: Int, times: Int = 1): Unit = answers(port, times)(new ClusterFormation.Loaded(_, Fingerprint))

    def complete(): ClusterFormation.Formed = formed.get(300, TimeUnit.SECONDS)

    def failure(): Throwable =
      (the[ExecutionException] thrownBy formed.get(300, TimeUnit.SECONDS)).getCause
  }
}

object ClusterFormationSpec {
  private val Version = "1.0.0"
  private val Fingerprint = "0f"
  private val Timeout = 10.seconds
  private val All = List(MemberRole.OWNERS, MemberRole.METASCHEDULER, MemberRole.USERS)

  private def place(port: Int) = s"127.0.0.1:$port"

  private def everything(port: Int) = member(port, All: _*)

  private def member(port: Int, roles: MemberRole*) = SyntheticMembers.up(port, port, Version, port.toLong, roles: _*)
}
