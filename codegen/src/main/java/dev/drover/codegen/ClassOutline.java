package dev.drover.codegen;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_ANNOTATION;
import static java.lang.classfile.ClassFile.ACC_ENUM;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;

import java.lang.classfile.Annotation;
import java.lang.classfile.Attribute;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassSignature;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Signature;
import java.lang.classfile.TypeAnnotation;
import java.lang.classfile.attribute.AnnotationDefaultAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;

/// Makes the outline of a class that is being compiled: what reflection says of a record (its
/// components with their types and annotations), the constants of an enum, what a sealed interface
/// permits. Methods are empty.
final class ClassOutline {
  private static final ClassDesc ENUM = ClassDesc.of("java.lang.Enum");
  private static final ClassDesc RECORD = ClassDesc.of("java.lang.Record");
  private static final MethodTypeDesc NAME_AND_ORDINAL =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_int);
  private static final String VALUES = "$VALUES";

  private final ClassTypes types;
  private final ClassAnnotations annotations;

  ClassOutline(ClassTypes types) {
    this.types = types;
    this.annotations = new ClassAnnotations(types);
  }

  byte[] of(TypeElement type) {
    ClassDesc self = types.descriptor(type);
    ClassDesc superclass =
        type.getKind() == ElementKind.RECORD
            ? RECORD
            : type.getKind() == ElementKind.ENUM ? ENUM : ConstantDescs.CD_Object;
    return ClassFile.of()
        .build(
            self,
            made -> {
              made.withFlags(flags(type))
                  .withSuperclass(superclass)
                  .withInterfaceSymbols(
                      types.interfaces(type).stream().map(types::descriptor).toList())
                  .with(
                      SignatureAttribute.of(
                          ClassSignature.parseFrom(types.signature(type, superclass))));
              visible(annotations.of(type)).ifPresent(it -> made.with(it));
              addNesting(made, type);
              addPermitted(made, type);
              switch (type.getKind()) {
                case RECORD -> addRecord(made, type);
                case ENUM -> addEnum(made, type, self);
                case ANNOTATION_TYPE -> addElements(made, type);
                default -> {}
              }
            });
  }

  private static int flags(TypeElement type) {
    return switch (type.getKind()) {
      case ENUM -> ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_ENUM;
      case RECORD -> ACC_PUBLIC | ACC_FINAL | ACC_SUPER;
      case INTERFACE -> ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;
      case ANNOTATION_TYPE -> ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT | ACC_ANNOTATION;
      default -> ACC_PUBLIC | ACC_SUPER;
    };
  }

  private static Optional<RuntimeVisibleAnnotationsAttribute> visible(List<Annotation> some) {
    return some.isEmpty()
        ? Optional.empty()
        : Optional.of(RuntimeVisibleAnnotationsAttribute.of(some));
  }

  /// So that a nested type has its simple name; the type around it must name it, too.
  private void addNesting(ClassBuilder made, TypeElement type) {
    List<InnerClassInfo> inner = new ArrayList<>();
    for (Element at = type; at instanceof TypeElement one; at = one.getEnclosingElement()) {
      nesting(one).ifPresent(inner::add);
    }
    ElementFilter.typesIn(type.getEnclosedElements())
        .forEach(one -> nesting(one).ifPresent(inner::add));
    if (!inner.isEmpty()) {
      made.with(InnerClassesAttribute.of(inner));
    }
  }

  private Optional<InnerClassInfo> nesting(TypeElement type) {
    return type.getEnclosingElement() instanceof TypeElement outer
        ? Optional.of(
            InnerClassInfo.of(
                types.descriptor(type),
                Optional.of(types.descriptor(outer)),
                Optional.of(type.getSimpleName().toString()),
                (flags(type) & ~ACC_SUPER) | ACC_STATIC))
        : Optional.empty();
  }

  private void addPermitted(ClassBuilder made, TypeElement type) {
    List<ClassDesc> permitted =
        type.getPermittedSubclasses().stream()
            .map(one -> (TypeElement) ((DeclaredType) one).asElement())
            .map(types::descriptor)
            .toList();
    if (type.getKind() == ElementKind.INTERFACE && !permitted.isEmpty()) {
      made.with(PermittedSubclassesAttribute.ofSymbols(permitted));
    }
  }

  private void addRecord(ClassBuilder made, TypeElement type) {
    List<RecordComponentInfo> components = new ArrayList<>();
    List<ClassDesc> parameters = new ArrayList<>();
    for (RecordComponentElement component : type.getRecordComponents()) {
      String name = component.getSimpleName().toString();
      ClassDesc descriptor = types.descriptor(component.asType());
      parameters.add(descriptor);
      List<Attribute<?>> attributes = new ArrayList<>();
      attributes.add(
          SignatureAttribute.of(Signature.parseFrom(types.signature(component.asType()))));
      visible(annotations.of(component)).ifPresent(attributes::add);
      List<TypeAnnotation> ofType = annotations.ofType(component.asType());
      if (!ofType.isEmpty()) {
        attributes.add(RuntimeVisibleTypeAnnotationsAttribute.of(ofType));
      }
      components.add(RecordComponentInfo.of(name, descriptor, attributes));
      made.withField(
          name,
          descriptor,
          field -> {
            field.withFlags(ACC_PRIVATE | ACC_FINAL);
            fields(type)
                .filter(it -> it.getSimpleName().contentEquals(name))
                .findFirst()
                .flatMap(it -> visible(annotations.of(it)))
                .ifPresent(it -> field.with(it));
          });
      made.withMethod(
          name,
          MethodTypeDesc.of(descriptor),
          ACC_PUBLIC,
          method -> {
            if (component.getAccessor() != null) {
              visible(annotations.of(component.getAccessor())).ifPresent(it -> method.with(it));
            }
            method.withCode(ClassOutline::fail);
          });
    }
    made.with(RecordAttribute.of(components));
    made.withMethodBody(
        ConstantDescs.INIT_NAME,
        MethodTypeDesc.of(ConstantDescs.CD_void, parameters),
        ACC_PUBLIC,
        ClassOutline::fail);
  }

  private void addElements(ClassBuilder made, TypeElement type) {
    for (ExecutableElement element : ElementFilter.methodsIn(type.getEnclosedElements())) {
      made.withMethod(
          element.getSimpleName().toString(),
          MethodTypeDesc.of(types.descriptor(element.getReturnType())),
          ACC_PUBLIC | ACC_ABSTRACT,
          method ->
              annotations
                  .defaultOf(element)
                  .ifPresent(value -> method.with(AnnotationDefaultAttribute.of(value))));
    }
  }

  private static Stream<VariableElement> fields(TypeElement type) {
    return ElementFilter.fieldsIn(type.getEnclosedElements()).stream();
  }

  private static void fail(CodeBuilder code) {
    code.aconst_null().athrow();
  }

  private void addEnum(ClassBuilder made, TypeElement type, ClassDesc self) {
    List<String> names = new ArrayList<>();
    for (VariableElement constant : fields(type).toList()) {
      if (constant.getKind() == ElementKind.ENUM_CONSTANT) {
        names.add(constant.getSimpleName().toString());
        made.withField(
            names.getLast(),
            self,
            field -> {
              field.withFlags(ACC_PUBLIC | ACC_STATIC | ACC_FINAL | ACC_ENUM);
              visible(annotations.of(constant)).ifPresent(it -> field.with(it));
            });
      }
    }
    ClassDesc array = self.arrayType();
    made.withField(VALUES, array, ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
    made.withMethodBody(
        ConstantDescs.INIT_NAME,
        NAME_AND_ORDINAL,
        ACC_PRIVATE,
        code ->
            code.aload(0)
                .aload(1)
                .iload(2)
                .invokespecial(ENUM, ConstantDescs.INIT_NAME, NAME_AND_ORDINAL)
                .return_());
    made.withMethodBody(
        ConstantDescs.CLASS_INIT_NAME,
        MethodTypeDesc.of(ConstantDescs.CD_void),
        ACC_STATIC,
        code -> {
          code.loadConstant(names.size()).anewarray(self).astore(0);
          for (int i = 0; i < names.size(); i++) {
            code.new_(self)
                .dup()
                .loadConstant(names.get(i))
                .loadConstant(i)
                .invokespecial(self, ConstantDescs.INIT_NAME, NAME_AND_ORDINAL)
                .dup()
                .putstatic(self, names.get(i), self)
                .astore(1)
                .aload(0)
                .loadConstant(i)
                .aload(1)
                .aastore();
          }
          code.aload(0).putstatic(self, VALUES, array).return_();
        });
    made.withMethodBody(
        "values",
        MethodTypeDesc.of(array),
        ACC_PUBLIC | ACC_STATIC,
        code ->
            code.getstatic(self, VALUES, array)
                .invokevirtual(array, "clone", MethodTypeDesc.of(ConstantDescs.CD_Object))
                .checkcast(array)
                .areturn());
  }
}
