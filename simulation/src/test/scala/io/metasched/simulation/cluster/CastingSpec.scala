package io.metasched.simulation.cluster

import java.nio.file.Path
import java.time.Duration
import java.util.Optional
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.policy.Policies
import io.metasched.resource.fixture.ActorSpec
import io.metasched.simulation.cluster.config.{ClusterSettings, JournalSettings}
import io.metasched.simulation.run.LogFolders
import org.scalatest.BeforeAndAfterEach

/** The JVMs are played by the test: where owners are, the singleton, and the stages of two JVMs with users. */
final class CastingSpec extends ActorSpec with BeforeAndAfterEach {
  import CastingSpec._

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  /** Who is gone is told to leave all the same. */
  override protected def mayBeLost(letter: DeadLetter): Boolean = letter.message.isInstanceOf[Ensemble.Leave]

  private var castings = List.empty[ActorRef[Casting.Command]]

  /** All have one clock: none is to hear it in another test. */
  override protected def afterEach(): Unit = {
    castings.foreach(testKit.stop(_))
    castings = Nil
    super.afterEach()
  }

  "A casting" should {

    "let the keeper play when all are alive" in {
      val casting = new Played

      casting.bringsAll()

      casting.keeper.receiveMessage()
      numbers(casting.found.owners) shouldBe List(0, 1)
      numbers(casting.found.schedulers) shouldBe List(0)
      numbers(casting.found.users) shouldBe List(0, 1, 2)
      casting.failed.expectNoMessage(20.millis)
    }

    "tell where the metaschedulers are that are not in the singleton" in {
      val casting = new Played(organizations = 2)

      casting.bringsAll()

      casting.keeper.receiveMessage()
      numbers(casting.found.schedulers) shouldBe List(0, 1)
      casting.events.receiveMessage() should endWith("has the metascheduler of organization 1")
      casting.events.expectNoMessage(20.millis)
    }

    "give the keeper lines that reach the actors" in {
      val casting = new Played
      casting.bringsAll()
      casting.keeper.receiveMessage()

      casting.found.owners.get(1) ! "hello"

      casting.actor("owner 1").expectMessage("hello")
    }

    "ask again who has not answered, and nobody else" in {
      val casting = new Played
      casting.bringsOwner(0)
      val owner = casting.owner(1)
      clock.timePasses(1.second)
      casting.owner(1) shouldBe owner
      casting.owners(0).expectNoMessage(20.millis)
      casting.bringsOwner(1, asked = owner)

      val scheduler = casting.scheduling()
      clock.timePasses(1.second)
      casting.scheduling() shouldBe scheduler
      casting.brings(scheduler)

      casting.bringsUsers(0)
      val users = casting.invited(1)
      clock.timePasses(1.second)
      casting.invited(1) shouldBe users
      casting.stages.head.expectNoMessage(20.millis)
    }

    "connect once who answers twice" in {
      val casting = new Played(times = 2)

      casting.bringsAll()

      casting.keeper.receiveMessage()
      casting.keeper.expectNoMessage(20.millis)
      casting.found.owners should have size 2
      casting.found.users should have size 3
    }

    "take no notice of an answer to what it has not asked" in {
      val casting = new Played
      val asked = casting.owner(0)

      casting.bringsOwner(0, asked = new Ensemble.Bring("somebody", true, asked.replyTo))
      casting.bringsOwner(1)

      casting.schedulers.expectNoMessage(20.millis)
      casting.bringsOwner(0, asked)
      casting.scheduling()
    }
  }

  "When the time is over, a casting" should {

    "name the owners who did not come to life" in {
      val casting = new Played
      casting.bringsOwner(0)
      casting.owner(1)

      clock.timePasses(Timeout)

      casting.failure() shouldBe "[owner 1] did not come to life in 10 s"
    }

    "name the schedulers" in {
      val casting = new Played
      casting.bringsOwners()
      casting.scheduling()

      clock.timePasses(Timeout)

      casting.failure() shouldBe "[scheduler 0] did not come to life in 10 s"
    }

    "name the users" in {
      val casting = new Played
      casting.bringsOwners()
      casting.bringsSchedulers()
      casting.bringsUsers(0)
      casting.invited(1)

      clock.timePasses(Timeout)

      casting.failure() shouldBe "[users [1]] did not come to life in 10 s"
    }

    "go on if all are alive" in {
      val casting = new Played
      casting.bringsAll()
      casting.keeper.receiveMessage()

      clock.timePasses(Timeout)

      casting.failed.expectNoMessage(20.millis)
    }
  }

  "When a JVM with users is gone, they" should {

    "be asked for elsewhere" in {
      val casting = new Played
      casting.bringsOwners()
      casting.bringsSchedulers()
      casting.bringsUsers(0)
      casting.invited(1)
      casting.stages(1).stop()
      casting.knowsThatStageIsGone(1)

      clock.timePasses(1.second)

      casting.invited(0).users.asScala shouldBe List(1)
    }

    "come to life elsewhere, and be reached there" in {
      val casting = new Played(comesBack = true)
      casting.bringsAll()
      casting.keeper.receiveMessage()
      casting.stages(1).stop()
      casting.knowsThatStageIsGone(1)
      casting.dies("user 1")

      // the line looks for him a second after it has heard of his end
      val asked = casting.failed.awaitAssert {
        clock.timePasses(1.second)
        casting.stages.head.expectMessageType[Stage.Invite](50.millis)
      }
      val reborn = testKit.createTestProbe[AnyRef]()
      asked.replyTo ! casting.brought(asked.name, Map(1 -> reborn))
      casting.found.users.get(1) ! "hello"

      asked.users.asScala shouldBe List(1)
      reborn.expectMessage("hello")
      reborn.awaitAssert(casting.alive.users.get(1) shouldBe reborn.ref)
    }
  }

  "When the keeper ends, a casting" should {

    "have those leave who talk to the owners, and end after them" in {
      val casting = new Played
      casting.bringsAll()

      casting.keeper.receiveMessage() ! "the end"

      for (name <- Talkers) {
        casting.ensemble(name).expectMessage(new Ensemble.Leave)
        casting.isAlive()
        casting.ensemble(name).stop()
      }
      casting.isOver()
      for (number <- List(0, 1)) casting.ensemble(s"owner $number").expectNoMessage(20.millis)
    }

    "look for nobody any more" in {
      val casting = new Played(comesBack = true)
      casting.bringsAll()
      val keeper = casting.keeper.receiveMessage()
      val lines = casting.found.users.values.asScala.toList

      keeper ! "the end"

      for (line <- lines) casting.failed.expectTerminated(line)
      casting.isAlive()
    }

    "end with those who are gone already" in {
      val casting = new Played
      casting.bringsAll()
      for (name <- Talkers) casting.ensemble(name).stop()

      casting.keeper.receiveMessage() ! "the end"

      casting.isOver()
    }
  }

  /** Owners 0 and 1, the schedulers of some organizations, and the users 0 and 2 in one JVM, user 1 in another.
    *
    * @param times
    *   how often each answer is given
    */
  private final class Played(comesBack: Boolean = false, times: Int = 1, organizations: Int = 1) {
    val owners: List[TestProbe[Ensemble.Bring]] = List(0, 1).map(_ => testKit.createTestProbe())
    val schedulers: TestProbe[Ensemble.Bring] = testKit.createTestProbe()
    val stages: List[TestProbe[Stage.Command]] = List(0, 1).map(_ => testKit.createTestProbe())
    val keeper: TestProbe[ActorRef[String]] = testKit.createTestProbe()
    val failed: TestProbe[Throwable] = testKit.createTestProbe()
    val events: TestProbe[String] = testKit.createTestProbe()
    @volatile var found: Casting.Found = _
    @volatile var alive: Casting.Found = _
    private val company = new Company(
      (owner, question) => owners(owner.number).ref ! question,
      (_, question) => schedulers.ref ! question,
      stages.map(_.ref).asJava
    )
    private val ensembles = scala.collection.mutable.Map.empty[String, TestProbe[Ensemble.Command]]
    private val actors = scala.collection.mutable.Map.empty[String, TestProbe[AnyRef]]
    private val ref = testKit.spawn(
      Casting.create(
        new Casting.Play(
          new PlayId("a1", 0, 0),
          scene(comesBack, organizations),
          company,
          Duration.ofNanos(Timeout.toNanos),
          event => events.ref ! event,
          places => alive = places,
          lines => {
            found = lines
            Behaviors.setup[String] { context =>
              keeper.ref ! context.self
              Behaviors.receiveMessage(_ => Behaviors.stopped)
            }
          },
          why => failed.ref ! why
        )
      )
    )
    castings ::= ref

    // --- what the JVMs are asked

    def owner(number: Int): Ensemble.Bring = owners(number).receiveMessage()

    def scheduling(): Ensemble.Bring = schedulers.receiveMessage()

    def invited(stage: Int): Stage.Invite = stages(stage).expectMessageType[Stage.Invite]

    // --- what they answer

    def bringsOwner(number: Int): Unit = bringsOwner(number, owner(number))

    def bringsOwner(number: Int, asked: Ensemble.Bring): Unit =
      answers(asked.replyTo, played(asked.name, s"owner $number", "owner", List(number)))

    def bringsOwners(): Unit = for (number <- owners.indices) bringsOwner(number)

    def bringsSchedulers(): Unit = for (_ <- 1 to organizations) brings(scheduling())

    def brings(asked: Ensemble.Bring): Unit = {
      val number = asked.name.split(' ').last.toInt
      answers(asked.replyTo, played(asked.name, s"scheduler $number", "scheduler", List(number)))
    }

    def bringsUsers(stage: Int): Unit = {
      val asked = invited(stage)
      answers(asked.replyTo, played(asked.name, s"users $stage", "user", asked.users.asScala.map(_.toInt).toList))
    }

    def bringsAll(): Unit = {
      bringsOwners()
      bringsSchedulers()
      for (stage <- stages.indices) bringsUsers(stage)
    }

    private def answers(to: ActorRef[Casting.Command], answer: Casting.Brought): Unit =
      for (_ <- 1 to times) to ! answer

    private def played(name: String, ensemble: String, kind: String, numbers: List[Int]): Casting.Brought = {
      ensembles(ensemble) = testKit.createTestProbe()
      for (number <- numbers) actors(s"$kind $number") = testKit.createTestProbe()
      brought(name, numbers.map(number => number -> actors(s"$kind $number")).toMap, ensembles(ensemble))
    }

    def brought(
        name: String,
        at: Map[Int, TestProbe[AnyRef]],
        ensemble: TestProbe[Ensemble.Command] = testKit.createTestProbe()
    ): Casting.Brought = {
      val all = new java.util.TreeMap[Integer, ActorRef[AnyRef]]
      for ((number, actor) <- at) all.put(number, actor.ref)
      new Casting.Brought(name, ensemble.ref, all)
    }

    // --- what becomes of it

    def ensemble(name: String): TestProbe[Ensemble.Command] = ensembles(name)

    def actor(name: String): TestProbe[AnyRef] = actors(name)

    def dies(name: String): Unit = {
      actors(name).stop()
      failed.expectTerminated(actors(name).ref)
    }

    def knowsThatStageIsGone(stage: Int): Unit = {
      failed.awaitAssert(company.stageOf(stage).get should not be stages(stage).ref)
      ()
    }

    def failure(): String = {
      val why = failed.receiveMessage().getMessage
      isOver()
      why
    }

    def isOver(): Unit = failed.expectTerminated(ref)

    def isAlive(): Unit = {
      val watching = testKit.createTestProbe[AnyRef]()
      an[AssertionError] should be thrownBy watching.expectTerminated(ref, 20.millis)
      ()
    }
  }
}

object CastingSpec {

  /** The ensembles of those who talk to the owners. */
  private val Talkers = List("scheduler 0", "users 0", "users 1")

  /** Between two times to ask again, so that nothing comes behind it. */
  private val Timeout = 10500.millis

  private def scene(comesBack: Boolean, organizations: Int): Scene = {
    val text = Members
      .cyclic("nodes.domains=2")
      .`with`("users.count=3", "the test")
      .`with`(s"vo.count=$organizations", "the test")
    val settings = ClusterSettings.load(Optional.empty())
    val journal = new JournalSettings(JournalSettings.Kind.H2, "jdbc:h2:mem:unused", "", "")
    val here = if (comesBack) settings.journaling(journal) else settings
    val repertoire = new Repertoire(Members.VERSION, Policies.builtIn, new LogFolders(Path.of("")), here)
    repertoire.learn("a1", Members.script(text))
  }

  private def numbers(places: java.util.SortedMap[Integer, ActorRef[AnyRef]]): List[Int] =
    places.keySet.asScala.toList.map(_.toInt)
}
