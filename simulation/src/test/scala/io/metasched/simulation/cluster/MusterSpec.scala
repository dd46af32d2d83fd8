package io.metasched.simulation.cluster

import java.time.Duration
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import akka.cluster.{Member, MemberStatus}
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.resource.fixture.ActorSpec
import io.metasched.simulation.cluster.config.Role
import io.metasched.simulation.config.UsageException
import org.scalatest.BeforeAndAfterEach

/** JVMs are played by the test, which also says when they become members. */
final class MusterSpec extends ActorSpec with BeforeAndAfterEach {
  import MusterSpec._

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  private var musters = List.empty[ActorRef[Muster.Command]]

  /** All have one clock: none is to hear it in another test. */
  override protected def afterEach(): Unit = {
    musters.foreach(testKit.stop(_))
    musters = Nil
    super.afterEach()
  }

  "A muster" should {

    "ask nobody before all are there" in {
      val muster = new Mustering(owners = 2)

      muster.comes(everything(1))
      clock.timePasses(5.seconds)
      muster.stage(1).expectNoMessage(20.millis)
      muster.comes(member(2, Role.OWNERS))

      for (port <- List(1, 2)) muster.asked(port).script shouldBe Script
    }

    "ask again until a JVM has learnt the scenario, and then no more" in {
      val muster = new Mustering(owners = 2)
      for (port <- List(1, 2)) muster.comes(everything(port))
      muster.learns(1)
      val first = muster.asked(2)

      clock.timePasses(1.second)

      muster.asked(2) shouldBe first
      muster.stage(1).expectNoMessage(20.millis)
    }

    "be over when all have learnt it, and know where users may live" in {
      val muster = new Mustering(owners = 2)
      muster.comes(everything(2))
      muster.comes(member(1, Role.OWNERS))

      muster.learns(2)
      muster.company.isDone shouldBe false
      muster.learns(1)

      muster.gathered().users.asScala shouldBe List(muster.stage(2).ref)
    }

    "take an answer that comes twice once" in {
      val muster = new Mustering(owners = 2)
      for (port <- List(1, 2)) muster.comes(everything(port))

      muster.learns(1, times = 2)
      muster.hears()
      muster.company.isDone shouldBe false
      muster.learns(2, times = 2)

      muster.gathered().users should have size 2
      muster.hears()
      muster.companies.receiveMessage()
      muster.companies.expectNoMessage(20.millis)
    }

    "say who came when too few come in time" in {
      val muster = new Mustering(owners = 2)
      muster.comes(everything(1))

      clock.timePasses(Timeout)

      val failed = muster.failure()
      failed shouldBe an[IllegalStateException]
      failed.getMessage shouldBe
        "of 2 JVMs with owners, 1 with a metascheduler and 1 with users, [127.0.0.1:1] came in 10 s"
    }

    "count none of another version, none that keeps time, and none that is no member yet" in {
      val muster = new Mustering(owners = 1)
      muster.comes(PlayedMembers.up(1, 1, "2.0.0", 1, All: _*))
      muster.comes(member(2, All :+ Role.KEEPER: _*))
      muster.comes(PlayedMembers.at(everything(3), MemberStatus.Joining))

      clock.timePasses(Timeout)

      muster.failure().getMessage should include(", [] came")
    }

    "wait for each role" in {
      for (missing <- All) {
        val muster = new Mustering(owners = 1)
        muster.comes(member(1, All.filterNot(_ == missing): _*))

        clock.timePasses(Timeout)

        muster.failure().getMessage should include("[127.0.0.1:1] came")
      }
    }

    "name a JVM that does not answer" in {
      val muster = new Mustering(owners = 2)
      for (port <- List(1, 2)) muster.comes(everything(port))
      muster.learns(1)

      clock.timePasses(Timeout)

      val failed = muster.failure()
      failed shouldBe an[IllegalStateException]
      failed.getMessage shouldBe "no answer from [127.0.0.1:2] in 10 s"
    }

    "tell why a JVM cannot take part" in {
      val muster = new Mustering(owners = 1)
      muster.comes(everything(1))

      muster.answers(1)(new Muster.Refused(_, "it plays another scenario"))

      refusal(muster) shouldBe "127.0.0.1:1 cannot take part: it plays another scenario"
    }

    "take nobody who has another log" in {
      val muster = new Mustering(owners = 1)
      muster.comes(everything(1))

      muster.answers(1)(new Muster.Learnt(_, "another"))

      refusal(muster) shouldBe "127.0.0.1:1 cannot take part: its log differs from the one of the run"
    }

    "not hear who was not asked" in {
      val muster = new Mustering(owners = 1)
      muster.comes(everything(1))
      muster.comes(everything(2))
      val ref = muster.asked(1).replyTo

      ref ! new Muster.Learnt(place(2), Fingerprint)
      ref ! new Muster.Learnt(place(2), "another")
      ref ! new Muster.Refused(place(2), "it plays another scenario")
      muster.hears()

      muster.company.isDone shouldBe false
      ref ! new Muster.Learnt(place(1), Fingerprint)
      muster.gathered().users.asScala shouldBe List(muster.stage(1).ref)
    }
  }

  private def refusal(muster: Mustering): String = {
    val failed = muster.failure()
    failed shouldBe a[UsageException]
    failed.getMessage
  }

  private final class Mustering(owners: Int) {
    val company = new CompletableFuture[Company]
    val stage: Map[Int, TestProbe[Stage.Command]] = (1 to 3).map(_ -> testKit.createTestProbe[Stage.Command]()).toMap

    /** Is told each time that a company is made. */
    val companies: TestProbe[Company] = testKit.createTestProbe()

    private val heard = testKit.createTestProbe[Muster.Command]()
    private val ref = testKit.spawn(Behaviors.monitor(heard.ref, behavior))
    musters ::= ref
    hears() // its timers run

    private def behavior = Muster.create(
      new Muster.Call("a1", Script, Fingerprint, owners, Duration.ofNanos(Timeout.toNanos)),
      new Muster.Places(
        Version,
        place => stage(place.split(':').last.toInt).ref,
        users => {
          val made = new Company((_, _) => (), (_, _) => (), users)
          companies.ref ! made
          made
        }
      ),
      company
    )

    def comes(member: Member): Unit = ref ! new Muster.MemberCame(member)

    /** Waits until it has heard what was told up to now; it is told of one more who is no member yet. */
    def hears(): Unit = {
      val last = new Muster.MemberCame(PlayedMembers.at(everything(9), MemberStatus.Joining))
      ref ! last
      Iterator.continually(heard.receiveMessage()).find(_ eq last)
      ()
    }

    def asked(port: Int): Stage.Learn = stage(port).expectMessageType[Stage.Learn]

    def answers(port: Int, times: Int = 1)(answer: String => Muster.Command): Unit = {
      val asked = this.asked(port)
      for (_ <- 1 to times) asked.replyTo ! answer(asked.member)
    }

    def learns(port: Int, times: Int = 1): Unit = answers(port, times)(new Muster.Learnt(_, Fingerprint))

    def gathered(): Company = company.get(3, TimeUnit.SECONDS)

    def failure(): Throwable =
      (the[ExecutionException] thrownBy company.get(3, TimeUnit.SECONDS)).getCause
  }
}

object MusterSpec {
  private val Version = "1.0.0"
  private val Fingerprint = "0f"
  private val Timeout = 10.seconds
  private val Script = new Script(Version, "default", "seed = 1")
  private val All = List(Role.OWNERS, Role.METASCHEDULER, Role.USERS)

  private def place(port: Int) = s"127.0.0.1:$port"

  private def everything(port: Int) = member(port, All: _*)

  private def member(port: Int, roles: Role*) = PlayedMembers.up(port, port, Version, port.toLong, roles: _*)
}
