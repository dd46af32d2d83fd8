package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.persistence.testkit.{PersistenceTestKitPlugin, PersistenceTestKitSnapshotPlugin}
import akka.persistence.testkit.scaladsl.PersistenceTestKit
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.resource.actor.BatchBooking._
import io.metasched.resource.actor.Domain._
import io.metasched.resource.actor.PlanningSessions._
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.fixture.Pictures
import io.metasched.resource.model.{JobId, Node}
import io.metasched.resource.owner.{CommandId, Refusal}
import io.metasched.resource.pricing.ListPricing

/** Behavior of a domain if its journal fails or another domain has written to this journal. */
final class DomainJournalSpec extends OwnersSpec {

  override protected def config: Config = PersistenceTestKitPlugin.config
    .withFallback(PersistenceTestKitSnapshotPlugin.config)
    .withFallback(ConfigFactory.load())

  override protected def mayBeLost(addressed: DeadLetter): Boolean = true

  private lazy val storage = PersistenceTestKit(testKit.system)
  private val id = new CommandId(3, 1)
  private val third = JobId.of(3)

  private def born(name: String): ActorRef[Command] = {
    val rows = List("n1 ####", "n2 ####")
    val nodes: java.util.List[Node] = rows.map(Pictures.node).asJava
    testKit.spawn(Domain.create(0, nodes, new ListPricing, new Drawn(rows), bounds, Journal.persistent(name, 2)))
  }

  /** Starts a domain and opens its time. */
  private def opened(name: String): ActorRef[Command] = {
    val domain = born(name)
    val opener = testKit.createTestProbe[Reply]()
    domain ! open()(new CommandId(9, 0), opener.ref)
    opener.expectMessageType[SessionOpened]
    domain
  }

  "A domain with a journal" should {

    "stop without a reply if the event cannot be persisted" in {
      val (issuer, watcher) = (testKit.createTestProbe[Reply](), testKit.createTestProbe[Reply]())
      val domain = opened("fails")
      storage.failNextPersisted("fails")

      domain ! hold(job, parts("n1 ##.."))(id, issuer.ref)

      watcher.expectTerminated(domain)
      issuer.expectNoMessage()
      val again = born("fails")
      again ! hold(job, parts("n1 ##.."))(id, issuer.ref)
      issuer.expectMessage(new Done(id))
    }

    "recover its holds and its replies" in {
      val issuer = testKit.createTestProbe[Reply]()
      val first = opened("holds")
      first ! hold(job, parts("n1 ##.."))(id, issuer.ref)
      issuer.expectMessage(new Done(id))
      testKit.stop(first)

      val second = born("holds")
      second ! hold(job, parts("n1 ##.."))(id, issuer.ref)
      issuer.expectMessage(new Done(id))
      second ! commit(job, List(1))(new CommandId(3, 2), issuer.ref)
      issuer.expectMessage(new Done(new CommandId(3, 2)))
    }

    "hold, book and release windows even if it terminates between the two commands" in {
      val issuer = testKit.createTestProbe[Reply]()
      val (holds, settles) = (new CommandId(3, 1), new CommandId(3, 2))
      val wanted = holdWindows(
        job -> parts("n1 ##..", "n2 ##.."),
        other -> parts("n1 ..##", "n2 .##."),
        third -> parts("n2 ...#")
      )(holds, issuer.ref)
      val held = new WindowsDone(holds, List(new WindowRefusal(other, 2, Refusal.SLOT_TAKEN)).asJava)
      val settled = new WindowsDone(settles, List.empty[WindowRefusal].asJava)
      val settlement =
        settleWindows(job -> List(1, 2), third -> List(2))(other -> List(1, 2))(settles, issuer.ref)

      val first = opened("windows")
      first ! wanted
      issuer.expectMessage(held)
      testKit.stop(first)
      val second = born("windows")
      second ! wanted
      issuer.expectMessage(held)
      second ! settlement
      issuer.expectMessage(settled)
      testKit.stop(second)
      val last = born("windows")
      last ! settlement
      issuer.expectMessage(settled)

      vacant(last) shouldBe drawn("n1 ..########", "n2 ..#.######")
    }

    "open a session of an earlier incarnation with the same slots, even if time was taken since" in {
      val issuer: TestProbe[Reply] = testKit.createTestProbe()
      val first = born("sessions")
      first ! open()(id, issuer.ref)
      val opened = issuer.expectMessageType[SessionOpened]
      first ! rebook(job, parts("n1 ##.."))(new CommandId(3, 2), issuer.ref)
      issuer.expectMessage(new Done(new CommandId(3, 2)))
      testKit.stop(first)

      val second = born("sessions")
      second ! open()(id, issuer.ref)

      issuer.expectMessage(opened)
    }
  }
}
