package io.metasched.metascheduler.cyclic.actor

import io.metasched.metascheduler.actor.Domains
import java.util.function.Supplier
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.scaladsl.adapter._
import akka.persistence.testkit.{PersistenceTestKitPlugin, PersistenceTestKitSnapshotPlugin}
import akka.persistence.testkit.scaladsl.{PersistenceTestKit, SnapshotTestKit}
import akka.serialization.SerializationExtension
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.cyclic.actor.Metascheduler._
import io.metasched.metascheduler.cycle.CycleSnapshot
import io.metasched.metascheduler.fixture.JobFixture
import io.metasched.metascheduler.cyclic.flow.FlowEvent
import io.metasched.metascheduler.cyclic.scheduling.{VoRules, VoScheduler}
import io.metasched.resource.actor.{Arrival, Domain, JobBooking}
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.config.SnapshotSettings
import io.metasched.resource.fixture.Pictures
import io.metasched.resource.model.{JobId, Part, Window}
import io.metasched.resource.owner.CommandId
import io.metasched.resource.pricing.ListPricing

/** Recovery, which reads an amount of data that is independent of the length of the run. `-Drecovery.cycles=10000`
  * measures a longer run.
  */
final class RecoverySpec extends OrganizationSpec {
  import RecoverySpec._

  override protected def config: Config = ConfigFactory
    .parseString("akka.persistence.testkit { events.serialize = off, snapshots.serialize = off }")
    .withFallback(PersistenceTestKitPlugin.config)
    .withFallback(PersistenceTestKitSnapshotPlugin.config)
    .withFallback(super.config)

  override protected def mayBeLost(addressed: DeadLetter): Boolean = true

  private val rows = List("n0 domain=0 ##########", "n1 domain=0 ##########")
  private val every = SnapshotSettings.read(ConfigFactory.load()).every

  /** Flow with one job and one local job in each cycle of 1000 ticks. */
  private final class Flow(cycles: Int) {
    private val nodes = rows.map(Pictures.node).asJava
    private val plan = new Drawn(rows, Map(1 -> List.tabulate(cycles)(cycle => Arrival(1000L * cycle, 700))))
    private val journals = List("domain", "metascheduler").map(name => s"$name-$cycles")
    private var site = startDomain()
    private val siteDoor = testKit.spawn(Behaviors.receiveMessage[Domain.Command] { command =>
      site ! command
      Behaviors.same
    })
    private val domains = {
      val byNumber = new java.util.TreeMap[Integer, ActorRef[Domain.Command]]
      byNumber.put(0, siteDoor)
      new Domains(byNumber, nodes)
    }
    private val scheduler: Supplier[VoScheduler] = () =>
      new VoScheduler(
        new VoRules(1000, 10000, 0, 10, 9, true),
        nodes,
        new ListPricing,
        "stub",
        new StubPolicy(snapshot =>
          places(snapshot.queue.asScala.toSeq.map(_.id.number -> window(snapshot)): _*)(snapshot)
        ),
        _ => 1L
      )
    private var metascheduler = startMetascheduler()
    private val clock = testKit.createTestProbe[Reply]()
    private val user = testKit.createTestProbe[UserReply]()
    private val fromDomain = testKit.createTestProbe[Domain.Reply]()
    private val notices = testKit.createTestProbe[VoUser.Command]()
    private var said = 0L

    private def window(snapshot: CycleSnapshot): Window =
      new Window(List(Part.on(nodes.get(0), snapshot.nowTick + 100, 500, nodes.get(0).priceMilli)).asJava)

    private def startDomain() =
      testKit.spawn(
        Domain.create(0, nodes, new ListPricing, plan, bounds, Journal.persistent(journals.head, every))
      )

    private def startMetascheduler() =
      testKit.spawn(Metascheduler.create(0, scheduler, domains, settings, Journal.persistent(journals.last, every)))

    private def id(): CommandId = {
      said += 1
      new CommandId(50, said)
    }

    private def keeps(command: ActorRef[Reply] => Command): Reply = {
      metascheduler ! command(clock.ref)
      clock.receiveMessage()
    }

    private def done(command: ActorRef[Domain.Reply] => Domain.Command): Unit = {
      site ! command(fromDomain.ref)
      fromDomain.expectMessageType[Domain.Done]
      ()
    }

    def run(): Unit = {
      metascheduler ! new Join(id(), 0, notices.ref, user.ref)
      user.expectMessageType[Joined]
      for (cycle <- 0 until cycles) {
        val now = 1000L * cycle
        if (cycle > 0) {
          done(new JobBooking.End(id(), JobId.of(cycle - 1L), boxed(List(0)), now, _))
          keeps(advance(new JobChange.Ended(JobId.of(cycle - 1L), false, List.empty.asJava, now))(id(), _))
        }
        metascheduler ! new Submit(id(), JobFixture.job(cycle.toLong).build, now, 0, user.ref)
        user.expectMessageType[Accepted]
        keeps(new BeginCycle(id(), cycle, now, _)) shouldBe a[CycleBegun]
        keeps(new BookPlan(id(), now, _)).asInstanceOf[JobsBooked].bookings should have size 1
      }
    }

    /** Returns the size and duration of the recoveries of the domain and of the metascheduler. */
    def recoveries(): List[Recovery] = List(
      recovery(journals.head) {
        testKit.stop(site)
        site = startDomain()
        done(new JobBooking.End(id(), JobId.of(999999999L), boxed(List(0)), 1000L * cycles, _))
      },
      recovery(journals.last) {
        testKit.stop(metascheduler)
        metascheduler = startMetascheduler()
        keeps(advance(new JobChange.Started(JobId.of(cycles - 1L), 1000L * cycles))(id(), _)) shouldBe a[Done]
        ()
      }
    )

    private def recovery(journal: String)(restart: => Unit): Recovery = {
      val events = PersistenceTestKit(testKit.system).persistedInStorage(journal).size.toLong
      val stored = SnapshotTestKit(testKit.system).persistedInStorage(journal).lastOption
      val bytes = stored.fold(0)(each => size(each._2.asInstanceOf[AnyRef]))
      val begun = System.nanoTime
      restart
      Recovery(journal, events, events - stored.fold(0L)(_._1.sequenceNr), bytes, (System.nanoTime - begun) / 1000000)
    }

    private def size(message: AnyRef): Int =
      SerializationExtension(testKit.system.toClassic).serialize(message).get.length

    def closes(): Closed = {
      val answers = testKit.createTestProbe[UserReply]()
      metascheduler ! new Join(id(), 0, testKit.spawn(VoUser.create(0, 100000, metascheduler)), answers.ref)
      answers.expectMessageType[Joined]
      keeps(new Close(id(), Int.MaxValue, _)).asInstanceOf[Closed]
    }
  }

  "Recovery" should {
    "read as many events and as large a snapshot after a long run as after a short run" in {
      val long = Integer.getInteger("recovery.cycles", 1000).toInt
      val (brief, extended) = (new Flow(100), new Flow(long))
      List(brief, extended).foreach(_.run())
      val (after, later) = (brief.recoveries(), extended.recoveries())

      for (each <- after ++ later) info(each.toString)
      for (each <- after ++ later) each.read should be <= every.toLong
      for ((first, second) <- after.zip(later); if first.bytes > 0) second.bytes should be <= 2 * first.bytes
      val closed = extended.closes()
      closed.cycles should have size long.toLong
      closed.history.asScala.count(_.isInstanceOf[FlowEvent.Booked]) shouldBe long
    }
  }
}

object RecoverySpec {
  private final case class Recovery(journal: String, events: Long, read: Long, bytes: Int, millis: Long) {
    override def toString: String =
      s"$journal: $events events in all; recovery reads a snapshot of $bytes bytes and $read events in $millis ms"
  }
}
