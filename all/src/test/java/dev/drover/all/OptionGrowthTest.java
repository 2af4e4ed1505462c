package dev.drover.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A further option breaks no program that was compiled before.
///
/// Each options type of the exported packages gets one: a copy of its class file has an accessor
/// more, and its builder a setter. As Java's rules of binary compatibility demand, each member that
/// a compiled program can refer to must still be there, and nothing that a user's own class would
/// have to implement may be added. A record fails, because its constructor and its pattern change.
class OptionGrowthTest {
  private static final String FURTHER = "furtherOption";

  /// Two numbers, changed by `with` methods.
  private static final Set<String> VALUES = Set.of("dev/drover/api/DecodeLimits");

  private record RigidOptions(String name, int size) {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("bom/pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /// Records with more than four components that are values, and why they do not grow.
  private static final Map<String, String> CLOSED_RECORDS =
      Map.of(
          "dev/drover/cel/CelAuthorizer$Check", "the attributes that Kubernetes' authorizer has",
          "dev/drover/certificates/User", "what logs a user in, made by the server only");

  /// The class files in the exported packages of all modules that are built.
  private static List<Path> exportedClasses() throws IOException {
    List<Path> classes = new ArrayList<>();
    try (Stream<Path> folders = Files.walk(root(), 2)) {
      for (Path module : folders.map(f -> f.resolve("target/classes")).toList()) {
        if (Files.exists(module.resolve("module-info.class"))) {
          for (String exported : exports(module)) {
            try (Stream<Path> files = Files.list(module.resolve(exported.replace('.', '/')))) {
              files.filter(file -> file.toString().endsWith(".class")).forEach(classes::add);
            }
          }
        }
      }
    }
    return classes;
  }

  private static List<Path> options() throws IOException {
    return exportedClasses().stream().filter(OptionGrowthTest::isOptions).toList();
  }

  private static List<String> exports(Path module) {
    return ModuleFinder.of(module).findAll().stream()
        .flatMap(found -> found.descriptor().exports().stream())
        .filter(export -> !export.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .filter(name -> !name.startsWith("dev.drover.model"))
        .toList();
  }

  private static boolean isOptions(Path file) {
    return file.getFileName()
        .toString()
        .matches("\\w*(Options|Config|Limits|Timeouts|Backoff)\\.class");
  }

  private static ClassModel read(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isVisible(AccessFlags flags) {
    return flags.has(AccessFlag.PUBLIC) || flags.has(AccessFlag.PROTECTED);
  }

  /// The members to which code of another package can refer.
  private static Set<String> members(ClassModel type) {
    Set<String> members = new TreeSet<>();
    for (FieldModel field : type.fields()) {
      if (isVisible(field.flags())) {
        members.add(field.fieldName() + ": " + field.fieldType());
      }
    }
    for (MethodModel method : type.methods()) {
      if (isVisible(method.flags())) {
        members.add(method.methodName() + method.methodType().stringValue());
      }
    }
    return members;
  }

  private static List<String> components(ClassModel type) {
    return type.findAttribute(Attributes.record()).stream()
        .flatMap(components -> components.components().stream())
        .map(RecordComponentInfo::name)
        .map(Object::toString)
        .toList();
  }

  private static boolean isRecord(ClassModel type) {
    return type.superclass().filter(s -> s.asInternalName().equals("java/lang/Record")).isPresent();
  }

  private static boolean mayBeSubclassed(ClassModel type) {
    return !type.flags().has(AccessFlag.FINAL)
        && type.methods().stream()
            .anyMatch(m -> m.methodName().equalsString("<init>") && isVisible(m.flags()));
  }

  /// The type with one more option, as its author would add it.
  private static ClassModel grown(ClassModel type) {
    boolean isBuilder = type.thisClass().asInternalName().endsWith("$Builder");
    ClassDesc self = type.thisClass().asSymbol();
    MethodTypeDesc added =
        isBuilder
            ? MethodTypeDesc.of(self, ConstantDescs.CD_int)
            : MethodTypeDesc.of(ConstantDescs.CD_int);
    ClassTransform change =
        ClassTransform.endHandler(
            out ->
                out.withMethodBody(
                    FURTHER,
                    added,
                    ClassFile.ACC_PUBLIC,
                    code -> {
                      if (isBuilder) {
                        code.aload(0).areturn();
                      } else {
                        code.iconst_0().ireturn();
                      }
                    }));
    if (isRecord(type)) {
      change =
          ClassTransform.dropping(
                  element ->
                      element instanceof MethodModel method && isCanonicalConstructor(type, method))
              .andThen(change);
    }
    return ClassFile.of().parse(ClassFile.of().transformClass(type, change));
  }

  private static boolean isCanonicalConstructor(ClassModel record, MethodModel method) {
    return method.methodName().equalsString("<init>")
        && method.methodTypeSymbol().parameterCount() == components(record).size();
  }

  /// What a compiled user of the type misses when it has one more option.
  private static Set<String> broken(ClassModel type) {
    Set<String> broken = new TreeSet<>(members(type));
    broken.removeAll(members(grown(type)));
    if (mayBeSubclassed(type)) {
      broken.add("subclasses may have " + FURTHER);
    }
    return broken;
  }

  @Test
  void furtherOptionKeepsAllMembersOfOptionsTypes() throws IOException {
    TreeMap<String, Set<String>> broken = new TreeMap<>();
    List<Path> options = options();
    assertThat(options).hasSizeGreaterThan(15);
    for (Path file : options) {
      ClassModel type = read(file);
      String name = type.thisClass().asInternalName();
      if (VALUES.contains(name) || !type.flags().has(AccessFlag.PUBLIC)) {
        continue;
      }
      assertThat(members(grown(type))).as(name).anyMatch(m -> m.startsWith(FURTHER));
      broken.put(name, broken(type));
      builder(file).ifPresent(builder -> broken.put(name + "$Builder", broken(read(builder))));
    }
    broken.values().removeIf(Set::isEmpty);
    assertThat(broken).isEmpty();
  }

  private static Optional<Path> builder(Path type) {
    String name = type.getFileName().toString().replace(".class", "$Builder.class");
    return Optional.of(type.resolveSibling(name)).filter(Files::exists);
  }

  @Test
  void publicRecordsOfAllModulesHaveFourComponentsAtMost() throws IOException {
    List<ClassModel> exported = exportedClasses().stream().map(OptionGrowthTest::read).toList();
    assertThat(exported).hasSizeGreaterThan(300);
    assertThat(exported)
        .filteredOn(type -> isRecord(type) && isPublic(type))
        .filteredOn(type -> components(type).size() > 4)
        .extracting(type -> type.thisClass().asInternalName())
        .allMatch(CLOSED_RECORDS::containsKey);
  }

  /// Nested types have their access in an attribute, which the flags of the class only repeat as
  /// public or package-private.
  private static boolean isPublic(ClassModel type) {
    return type.flags().has(AccessFlag.PUBLIC)
        && type.findAttribute(Attributes.innerClasses()).stream()
            .flatMap(inner -> inner.classes().stream())
            .filter(inner -> inner.innerClass().equals(type.thisClass()))
            .allMatch(inner -> inner.has(AccessFlag.PUBLIC));
  }

  @Test
  void furtherComponentOfARecordRemovesItsConstructor() throws Exception {
    Path classes =
        Path.of(RigidOptions.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ClassModel rigid =
        read(classes.resolve(RigidOptions.class.getName().replace('.', '/') + ".class"));
    assertThat(rigid.flags().has(AccessFlag.FINAL)).isTrue();
    assertThat(components(rigid)).containsExactly("name", "size");
    assertThat(isRecord(rigid)).isTrue();
    assertThat(grown(rigid).methods())
        .noneMatch(method -> method.methodName().equalsString("<init>"));
  }
}
